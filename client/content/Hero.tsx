import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { media } from '../ui/styles.ts';
import { Emblem } from './Emblem.tsx';
import { Scene, type SceneName } from './Scene.tsx';
import { lead, measure } from './Section.tsx';

/** The background of the top of a page: a light accent from the upper right. */
export const heroGround = css({
  borderBottom: '1px solid var(--line)',
  background: 'radial-gradient(60rem 30rem at 85% -10%, var(--accent-soft), transparent 70%)',
});
const grid = css({
  display: 'grid',
  alignItems: 'center',
  gap: '1.5rem 2rem',
  paddingBlock: 'clamp(2rem, 1.25rem + 3vw, 4rem)',
  [media.large]: { gap: '3.5rem' },
  [media.print]: { paddingBlock: '1rem' },
});
const side = { [media.large]: { gridTemplateColumns: 'minmax(0, 1.05fr) minmax(0, 1fr)' } };
const tall = css({ [media.medium]: { gridTemplateColumns: 'minmax(0, 1.35fr) minmax(0, 1fr)' }, ...side });
// Plans follow: on a narrow screen, the picture would push them down.
const plans = css({ '& > svg': { display: 'none', [media.large]: { display: 'block' } }, ...side });
const words = css({ display: 'grid', gap: '1.25rem', justifyItems: 'start' });

export type HeroProps = {
  readonly title: string;
  readonly lead: ReactNode;
  readonly scene: SceneName;
  /** The hosting family whose emblem is above the title and whose plans follow. */
  readonly emblem?: string;
  readonly children?: ReactNode;
};

/** The top of a page: title, introduction, first actions and a picture. */
export function Hero({ title, lead: leadText, scene, emblem, children }: HeroProps) {
  return (
    <div css={heroGround}>
      <div css={[measure, grid, emblem ? plans : tall]}>
        <div css={words}>
          {emblem ? <Emblem name={emblem} size={56} /> : null}
          <h1>{title}</h1>
          <p css={lead}>{leadText}</p>
          {children}
        </div>
        <Scene name={scene} />
      </div>
    </div>
  );
}
