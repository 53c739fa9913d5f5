import { css } from '@emotion/react';
import { stillSending } from '../../shared/messages.ts';
import { longWait } from '../../shared/waits.ts';
import { useHasLasted } from '../hooks.ts';

const line = css({
  flexBasis: '100%',
  fontSize: '0.9375rem',
  lineHeight: 1.5,
  // The empty element takes no room. It exists early, because screen readers announce only changes of an existing element.
  '&:empty': { position: 'absolute' },
});

/** A text beside the button of a form, shown when sending takes long. */
export function StillSending({ kind }: { readonly kind: 'order' | 'message' }) {
  const isLong = useHasLasted(true, longWait);
  return (
    <p css={line} role="status">
      {isLong ? stillSending(kind) : null}
    </p>
  );
}
