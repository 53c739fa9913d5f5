import { css } from '@emotion/react';
import { notFoundMeta, notFoundTexts } from '../../shared/pages/notFound.ts';
import { paths } from '../../shared/paths.ts';
import { Scene } from '../content/Scene.tsx';
import { lead, measure } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { SearchForm } from '../search/SearchForm.tsx';
import { StartLinks } from '../search/StartLinks.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { media } from '../ui/styles.ts';

const grid = css({
  display: 'grid',
  alignItems: 'center',
  gap: '2rem 4rem',
  paddingBlock: 'clamp(2.5rem, 1.5rem + 4vw, 6rem)',
  [media.large]: { gridTemplateColumns: '1fr 1fr' },
});
const words = css({
  display: 'grid',
  gap: '1rem',
  justifyItems: 'start',
  '& > :last-child': { marginTop: '1rem' },
});
const field = css({ width: '100%', maxWidth: '36rem' });
const code = css({
  display: 'block',
  color: 'var(--muted)',
  fontSize: 'clamp(4.5rem, 3rem + 7vw, 8rem)',
  lineHeight: 1,
});

export function Page() {
  return (
    <>
      <PageHead {...notFoundMeta} />
      <div css={[measure, grid]}>
        <div css={words}>
          <h1>
            <span css={code}>{notFoundTexts.code}</span> {notFoundTexts.title}
          </h1>
          <p css={lead}>{notFoundTexts.lead}</p>
          <SearchForm label="Search the site" look={field} />
          <PageLink className="no-print" css={buttonStyles('default', 'lg')} to={paths.home}>
            {notFoundTexts.back}
          </PageLink>
          <StartLinks />
        </div>
        <Scene name="lost" />
      </div>
    </>
  );
}
