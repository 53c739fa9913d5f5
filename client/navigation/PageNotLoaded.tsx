import { css } from '@emotion/react';
import { CircleAlert } from 'lucide';
import { pageNotLoaded } from '../../shared/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { media, messageBox, wrappingRow } from '../ui/styles.ts';
import type { LoadFailure } from './usePageLoad.ts';

const box = css({
  position: 'fixed',
  zIndex: 40,
  inset: 'auto 1rem calc(1rem + env(safe-area-inset-bottom))',
  gap: '0.5rem 0.75rem',
  maxWidth: '30rem',
  marginInline: 'auto',
  padding: '0.75rem 0.75rem 0.75rem 1rem',
  '& svg': { flex: 'none', color: 'var(--danger)' },
  '& p': { flex: '1 1 8rem', lineHeight: 1.4 },
  '& button': { flex: '0 1 auto', marginLeft: 'auto' },
  [media.print]: { display: 'none' },
});

/** Says that the next page could not be loaded. The previous page stays usable. */
export function PageNotLoaded({ isTrying, tryAgain }: LoadFailure) {
  return (
    <div css={[messageBox, wrappingRow, box]}>
      <Icon icon={CircleAlert} size={20} />
      {/* The button is outside the alert: inside, a screen reader would read the button as text. */}
      <p role="alert">
        <span key={String(isTrying)}>{isTrying ? 'Loading the page...' : pageNotLoaded}</span>
      </p>
      <Button size="sm" busy={isTrying} onClick={tryAgain}>
        Try Again
      </Button>
    </div>
  );
}
