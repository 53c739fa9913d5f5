import { css } from '@emotion/react';
import { stillSending } from '../../shared/messages.ts';
import { longWait } from '../../shared/waits.ts';
import { useHasLasted } from '../hooks.ts';

const line = css({
  flexBasis: '100%',
  fontSize: '0.9375rem',
  lineHeight: 1.5,
  // In a row of buttons it takes no room until it speaks; a screen reader knows it by then.
  '&:empty': { position: 'absolute' },
});

/** Beside the button of a form that is being sent: says so when that takes long. */
export function StillSending({ what }: { readonly what: 'order' | 'message' }) {
  const isLong = useHasLasted(true, longWait);
  return (
    <p css={line} role="status">
      {isLong ? stillSending(what) : null}
    </p>
  );
}
