import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { resultsLine, searchMeta, searchTexts } from '../../shared/pages/search.ts';
import { paths, searchPath } from '../../shared/paths.ts';
import { queryOf } from '../../shared/search/query.ts';
import { titleOf } from '../../shared/search/searchDocument.ts';
import { AskButtons } from '../content/AskButtons.tsx';
import { Callout } from '../content/Callout.tsx';
import { PageTitle } from '../content/PageTitle.tsx';
import { measure } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { SearchForm } from '../search/SearchForm.tsx';
import { StartLinks } from '../search/StartLinks.tsx';
import { search } from '../search/siteSearch.ts';
import { PageLink } from '../ui/PageLink.tsx';

const body = css({
  display: 'grid',
  gap: '1.5rem',
  paddingBlock: 'clamp(2rem, 1.5rem + 2vw, 3.5rem) clamp(3rem, 2rem + 4vw, 5.5rem)',
});
const results = css({
  display: 'grid',
  maxWidth: '48rem',
  '& li': { padding: '1rem 0', borderTop: '1px solid var(--line)' },
  '& a': {
    display: 'inline-block',
    padding: '0.125rem 0',
    marginRight: '0.75rem',
    fontSize: '1.125rem',
    fontWeight: 600,
  },
  '& small, & p': { color: 'var(--muted)' },
  '& small': { whiteSpace: 'nowrap' },
  '& b': { display: 'block', fontWeight: 600, color: 'var(--text)', fontVariantNumeric: 'tabular-nums' },
});
const field = css({ maxWidth: '36rem' });

/** The most results on the page. */
const maxResults = 20;

export function Page() {
  const { search: asked, key } = useLocation();
  const query = queryOf(asked);
  const { documents, isNear } = query ? search(query) : { documents: [], isNear: false };
  const shown = documents.slice(0, maxResults);

  // The field shows what is searched for, unless the visitor types on while the results of what was submitted are made.
  const title = useRef<HTMLDivElement>(null);
  const searched = useRef(query);
  const isTypedOn = useRef(false);
  const isSubmitted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after the same query
  useEffect(() => {
    const field = title.current?.querySelector('input');
    if (field && searched.current !== query && !isTypedOn.current) field.value = query;
    searched.current = query;
    isTypedOn.current = false;
    isSubmitted.current = false;
  }, [query, key]);
  const noteSubmit = () => {
    isSubmitted.current = true;
    isTypedOn.current = false;
  };
  const noteInput = () => {
    isTypedOn.current = isSubmitted.current;
  };

  return (
    <>
      <PageHead {...searchMeta(query)} path={searchPath} isIndexed={false} />
      <div ref={title} onSubmitCapture={noteSubmit} onInput={noteInput}>
        <PageTitle title={searchTexts.title} lead={searchTexts.lead}>
          <SearchForm label="Search the site" query={query} isFirst={query === ''} look={field} />
        </PageTitle>
      </div>
      <div css={[measure, body]}>
        <p role="status">{query ? resultsLine(query, documents.length, shown.length, isNear) : searchTexts.hint}</p>
        {shown.length > 0 ? (
          <ol css={results}>
            {shown.map((document) => (
              <li key={document.address}>
                <PageLink to={document.address}>{titleOf(document)}</PageLink>
                <small>{document.kind}</small>
                <p>
                  {document.facts ? <b>{document.facts} </b> : null}
                  {document.text}
                </p>
              </li>
            ))}
          </ol>
        ) : (
          <StartLinks />
        )}
        {query ? (
          <Callout heading="h2" title={searchTexts.unsure.title} text={searchTexts.unsure.text}>
            <AskButtons label={searchTexts.unsure.button} to={paths.contact} />
          </Callout>
        ) : null}
      </div>
    </>
  );
}
