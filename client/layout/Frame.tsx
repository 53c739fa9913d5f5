import { css, keyframes } from '@emotion/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { mainId, paths } from '../../shared/paths.ts';
import { PageNotLoaded } from '../navigation/PageNotLoaded.tsx';
import type { LoadFailure } from '../navigation/usePageLoad.ts';
import { Toasts } from '../toasts/Toasts.tsx';
import { media } from '../ui/styles.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { TopBar } from './TopBar.tsx';

const skip = css({
  position: 'absolute',
  left: '1rem',
  top: '-6rem',
  zIndex: 40,
  padding: '0.75rem 1.25rem',
  background: 'var(--accent)',
  color: 'var(--on-accent)',
  borderRadius: '0 0 0.625rem 0.625rem',
  fontWeight: 600,
  '&:focus': { top: 0, color: 'var(--on-accent)' },
});

// The bar is fast at first, then slower. It stops at 95%, because nobody knows when the page will have loaded.
const advance = keyframes({ from: { transform: 'scaleX(0.05)' }, '30%': { transform: 'scaleX(0.6)' } });

const progressBar = css({
  position: 'fixed',
  zIndex: 60,
  inset: '0 0 auto',
  // The bar is a border, because forced colours remove backgrounds.
  borderTop: '3px solid var(--accent)',
  transform: 'scaleX(0.95)',
  transformOrigin: 'left',
  [media.motion]: { animation: `${advance} 8s cubic-bezier(0.1, 0.7, 0.3, 1)` },
});

type FrameProps = {
  /** Whether the next page takes so long to load that a progress bar is shown. */
  readonly isSlow: boolean;
  readonly failure: LoadFailure | undefined;
  readonly page: ReactNode;
};

export function Frame({ isSlow, failure, page }: FrameProps) {
  const isLoading = isSlow && (failure?.isTrying ?? true);
  const isHome = useLocation().pathname === paths.home;
  return (
    <>
      {/* For screen readers, `aria-busy` below says the same. */}
      {isLoading ? <div css={progressBar} aria-hidden="true" data-progress /> : null}
      <a css={skip} href={`#${mainId}`}>
        Skip to content
      </a>
      {isHome ? <TopBar /> : null}
      <Header />
      {failure ? <PageNotLoaded {...failure} /> : null}
      <main id={mainId} tabIndex={-1} aria-busy={isLoading || undefined}>
        {page}
      </main>
      <Footer />
      <Toasts />
    </>
  );
}
