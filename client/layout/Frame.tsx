import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { mainId, paths } from '../../shared/paths.ts';
import { PageNotLoaded } from '../navigation/PageNotLoaded.tsx';
import type { LoadFailure } from '../navigation/usePageLoad.ts';
import { Toasts } from '../toasts/Toasts.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { ProgressBar } from './ProgressBar.tsx';
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
      {isLoading ? <ProgressBar /> : null}
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
