import { css } from '@emotion/react';
import { notFoundMeta, notFoundTexts } from '../../shared/pages/notFound.ts';
import { paths } from '../../shared/paths.ts';
import { Hero } from '../content/Hero.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { SearchForm } from '../search/SearchForm.tsx';
import { StartLinks } from '../search/StartLinks.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';

const code = css({
  display: 'block',
  color: 'var(--muted)',
  fontSize: 'clamp(4.5rem, 3rem + 7vw, 8rem)',
  lineHeight: 1,
});
// The text fits into one line in the heading font and in its fallback, so nothing moves when the heading font has loaded.
const name = css({ fontSize: '0.85em' });

export function Page() {
  const title = (
    <>
      <span css={code}>{notFoundTexts.code}</span> <span css={name}>{notFoundTexts.title}</span>
    </>
  );
  return (
    <>
      <PageHead {...notFoundMeta} />
      <Hero title={title} lead={notFoundTexts.lead} scene="lost">
        <SearchForm label="Search the site" />
        <PageLink className="no-print" css={buttonStyles('default', 'lg')} to={paths.home}>
          {notFoundTexts.back}
        </PageLink>
        <StartLinks />
      </Hero>
    </>
  );
}
