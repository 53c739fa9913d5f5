import { css } from '@emotion/react';
import { company } from '../../shared/company.ts';
import { companyDetails } from '../../shared/legal/companyDetails.ts';
import { edition, itemLetter, type LegalClause, type LegalDocument } from '../../shared/legal/legalDocument.ts';
import { draftNotice } from '../../shared/ownerFacts.ts';
import { legalPath, paths, sectionId } from '../../shared/paths.ts';
import { card } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { Paragraph } from '../content/Paragraph.tsx';
import { body, measure } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { media, wrappingRow } from '../ui/styles.ts';
import { CompanyDetails } from './CompanyDetails.tsx';
import { DownloadLink } from './DownloadLink.tsx';

const layout = css({
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '2rem 4rem',
  [media.large]: { gridTemplateColumns: '15rem minmax(0, 42rem)', alignItems: 'start' },
});
const meta = css({ gap: '0.75rem 1.5rem', color: 'var(--muted)' });
const contents = css({
  fontSize: '0.9375rem',
  [media.large]: { position: 'sticky', top: 'calc(var(--bar) + 1.5rem)' },
  '& h2': { fontSize: '1rem', letterSpacing: 0, marginBottom: '0.5rem' },
  '& a': { display: 'block', padding: '0.3125rem 0', color: 'var(--muted)', textDecoration: 'none' },
  '& a:hover': { color: 'var(--text)' },
});
const textStyle = css({
  display: 'grid',
  gap: '1.25rem',
  '& section': { display: 'grid', gap: '0.875rem', marginTop: '1rem' },
  '& section h2': { fontSize: '1.375rem' },
  // If a page break divides a grid, Chromium prints text over text. So paper gets blocks instead of grids.
  [media.print]: { '&, & section, & ol': { display: 'block' }, '& :is(h2, p, li, div)': { marginBottom: '0.5rem' } },
});
const clause = css({
  display: 'grid',
  gridTemplateColumns: '2.75rem minmax(0, 1fr)',
  '& > span': { color: 'var(--muted)' },
  [media.print]: { display: 'block', paddingLeft: '2.75rem', '& > span': { float: 'left', marginLeft: '-2.75rem' } },
});
const itemList = css({
  display: 'grid',
  gap: '0.5rem',
  marginTop: '0.5rem',
  '& li': { display: 'grid', gridTemplateColumns: '2.25rem minmax(0, 1fr)' },
  '& p': { color: 'inherit' },
});
const draft = css({ borderColor: 'var(--line-strong)', '& strong': { display: 'block' } });

function Clause({ number, text, items }: LegalClause & { readonly number: string }) {
  return (
    <div css={clause}>
      <span>{number}</span>
      <div>
        <Paragraph text={text} />
        {items.length > 0 ? (
          <ol css={itemList} role="list">
            {items.map((item, index) => (
              <li key={item}>
                <span>{itemLetter(index)}</span>
                <Paragraph text={item} />
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </div>
  );
}

/** A page with the text of a legal document. On a slow connection, it loads faster than the PDF with the same text. */
export function LegalDocumentPage({ document }: { readonly document: LegalDocument }) {
  const { id, title, description, preamble, sections } = document;
  return (
    <>
      <PageHead title={title} description={`${title} of ${company.legalName}. ${description}`} path={legalPath(id)} />
      <Hero title={title} lead={description}>
        <div css={[wrappingRow, meta]}>
          <span>{edition(document)}</span>
          <DownloadLink id={id} />
          <PageLink to={paths.legal}>All Documents</PageLink>
        </div>
        {draftNotice ? (
          <p css={[card, draft]}>
            <strong>{draftNotice.heading}</strong>
            {draftNotice.text}
          </p>
        ) : null}
      </Hero>
      <div css={[measure, body, layout]}>
        <nav css={contents} aria-label="Contents">
          <h2>Contents</h2>
          <ol>
            {Object.keys(sections).map((heading, index) => (
              <li key={heading}>
                <a href={`#${sectionId(index + 1)}`}>
                  {index + 1}. {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div css={textStyle}>
          {preamble.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {Object.entries(sections).map(([heading, clauses], section) => (
            <section key={heading} id={sectionId(section + 1)} aria-labelledby={`${sectionId(section + 1)}-title`}>
              <h2 id={`${sectionId(section + 1)}-title`}>
                {section + 1}. {heading}
              </h2>
              {clauses.map((content, index) => (
                <Clause key={content.text} number={`${section + 1}.${index + 1}`} {...content} />
              ))}
            </section>
          ))}
          <section aria-labelledby="company">
            <h2 id="company">Company details</h2>
            <CompanyDetails details={companyDetails} />
          </section>
        </div>
      </div>
    </>
  );
}
