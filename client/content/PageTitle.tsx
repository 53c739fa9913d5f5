import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { heroGround } from './Hero.tsx';
import { lead, measure } from './Section.tsx';

const words = css({ display: 'grid', gap: '1rem', paddingBlock: 'clamp(2rem, 1.25rem + 3vw, 4rem)' });

export type PageTitleProps = { readonly title: string; readonly lead: ReactNode; readonly children?: ReactNode };

/** The top of a page without a picture. */
export function PageTitle({ title, lead: leadText, children }: PageTitleProps) {
  return (
    <div css={heroGround}>
      <div css={[measure, words]}>
        <h1>{title}</h1>
        <p css={lead}>{leadText}</p>
        {children}
      </div>
    </div>
  );
}
