import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { media } from '../ui/styles.ts';
import { Scene, type SceneName } from './Scene.tsx';
import { lead, measure } from './Section.tsx';

const ground = css({
  borderBottom: '1px solid var(--line)',
  background: 'radial-gradient(60rem 30rem at 85% -10%, var(--accent-soft), transparent 70%)',
});
const grid = css({
  display: 'grid',
  alignItems: 'center',
  gap: 'clamp(1.5rem, 4vw, 3.5rem)',
  paddingBlock: 'clamp(2rem, 1.25rem + 3vw, 4rem)',
  [media.print]: { paddingBlock: '1rem' },
});
const withScene = css({ [media.mediumScreen]: { gridTemplateColumns: 'minmax(0, 1.05fr) minmax(0, 1fr)' } });
const tight = css({ paddingBlock: 'clamp(1.25rem, 0.75rem + 2vw, 2rem)' });
const texts = css({ display: 'grid', gap: '1.25rem', justifyItems: 'start' });

type HeroProps = {
  readonly title: ReactNode;
  readonly lead: ReactNode;
  readonly scene?: SceneName;
  /** Breadcrumbs: links to the pages above the current page. */
  readonly trail?: ReactNode;
  /** Reduces the hero's height, for pages where visitors come for the content below the hero. */
  readonly isTight?: boolean;
  readonly children?: ReactNode;
};

export function Hero({ title, lead: leadText, scene, trail, isTight, children }: HeroProps) {
  return (
    <div css={ground}>
      <div css={[measure, grid, scene && withScene, isTight && tight]}>
        <div css={texts}>
          {trail}
          <h1>{title}</h1>
          <p css={lead}>{leadText}</p>
          {children}
        </div>
        {scene ? <Scene name={scene} /> : null}
      </div>
    </div>
  );
}
