import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { phoneLink } from '../../shared/contactLinks.ts';
import { resultsLine, searchMeta, searchTexts } from '../../shared/pages/search.ts';
import { supportTexts } from '../../shared/pages/support.ts';
import { paths, searchPath } from '../../shared/paths.ts';
import { queryOf } from '../../shared/search/searchAddress.ts';
import { titleOf } from '../../shared/search/searchDocument.ts';
import { AskButtons, Callout } from '../content/Callout.tsx';
import { Hero } from '../content/Hero.tsx';
import { body, measure } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { SearchForm } from '../search/SearchForm.tsx';
import { StartLinks } from '../search/StartLinks.tsx';
import { search } from '../search/siteSearch.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';

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
  '& small': { whiteSpace: 'nowrap' },
  '& b': { display: 'block', fontWeight: 600, color: 'var(--text)' },
});

/** Shows the query in the field, unless the visitor has changed the text after submitting the query. `key`: the history entry's. */
function useSearchField(query: string, key: string) {
  const hero = useRef<HTMLDivElement>(null);
  const searched = useRef(query);
  const submitted = useRef<string>(undefined);
  const field = () => hero.current?.querySelector('input');
  // Synchronises the field with the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes even if the visitor submits the same query again
  useEffect(() => {
    const input = field();
    const isTypedOn = submitted.current !== undefined && submitted.current !== input?.value;
    if (input && searched.current !== query && !isTypedOn) input.value = query;
    searched.current = query;
    submitted.current = undefined;
  }, [query, key]);
  const onSubmit = () => {
    submitted.current = field()?.value;
  };
  return [hero, onSubmit] as const;
}

export function Page() {
  const { search: asked, key } = useLocation();
  const query = queryOf(asked);
  const { documents, isNear } = query ? search(query) : { documents: [], isNear: false };
  const [hero, noteSubmit] = useSearchField(query, key);

  return (
    <>
      <PageHead {...searchMeta(query)} path={searchPath} isIndexed={false} />
      <div ref={hero} onSubmitCapture={noteSubmit}>
        <Hero title={searchTexts.title} lead={searchTexts.lead}>
          <SearchForm label="Search the site" query={query} isFirst={query === ''} />
        </Hero>
      </div>
      <div css={[measure, body]}>
        {documents[0]?.address === paths.support ? (
          <Callout heading="h2" title={searchTexts.help.title} text={searchTexts.help.text}>
            <a css={buttonStyles('default', 'lg')} href={phoneLink}>
              {supportTexts.call}
            </a>
            <PageLink css={buttonStyles('outline', 'lg')} to={`${paths.support}#${supportTexts.outside.id}`}>
              {supportTexts.outside.title}
            </PageLink>
          </Callout>
        ) : null}
        <p role="status">{query ? resultsLine(query, documents.length, isNear) : searchTexts.hint}</p>
        {documents.length > 0 ? (
          <ol css={results}>
            {documents.map((document) => (
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
