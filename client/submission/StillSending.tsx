import { css } from '@emotion/react';
import { stillSending } from '../../shared/messages.ts';
import { longWait } from '../../shared/waits.ts';
import { useHasLasted } from '../hooks.ts';

const line = css({
  flexBasis: '100%',
  fontSize: '0.9375rem',
  lineHeight: 1.5,
  // The empty line takes no room among the buttons. It exists from the start, so that a screen reader knows it.
  '&:empty': { position: 'absolute' },
});

/** A text beside the button of a form, shown when sending takes long. */
export function StillSending({ what }: { readonly what: 'order' | 'message' }) {
  const isLong = useHasLasted(true, longWait);
  return (
    <p css={line} role="status">
      {isLong ? stillSending(what) : null}
    </p>
  );
}
