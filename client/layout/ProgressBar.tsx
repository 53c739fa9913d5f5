import { css, keyframes } from '@emotion/react';
import { media } from '../ui/styles.ts';

// The bar is fast at first, then slower. It stops at 95%, because nobody knows when the page will have loaded.
const advance = keyframes({ from: { transform: 'scaleX(0.05)' }, '30%': { transform: 'scaleX(0.6)' } });

const bar = css({
  position: 'fixed',
  zIndex: 60,
  inset: '0 0 auto',
  // The bar is a border, because forced colours remove backgrounds.
  borderTop: '3px solid var(--accent)',
  transform: 'scaleX(0.95)',
  transformOrigin: 'left',
  [media.motion]: { animation: `${advance} 8s cubic-bezier(0.1, 0.7, 0.3, 1)` },
});

/** Shows that the next page is loading. For screen readers, `Frame` sets `aria-busy`. */
export function ProgressBar() {
  return <div css={bar} aria-hidden="true" data-progress />;
}
