import { css } from '@emotion/react';
import { company } from '../../shared/company.ts';
import { type DocumentFile, edition } from '../../shared/legal/legalDocument.ts';
import { draftNotice } from '../../shared/ownerFacts.ts';
import { legalMeta, legalTexts } from '../../shared/pages/legal.ts';
import { legalPath, paths } from '../../shared/paths.ts';
import { card, fourColumns } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { body, measure, twoColumns } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { DownloadLink } from '../legal/DownloadLink.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { media } from '../ui/styles.ts';

/** The PDFs that this build wrote. webpack's DefinePlugin inserts the list. */
declare const DOCUMENT_FILES: readonly DocumentFile[];

// The rows of a card align with the rows of its neighbours: title, text, facts, buttons.
const documentCard = css({
  display: 'grid',
  gridTemplateRows: 'subgrid',
  gridRow: 'span 4',
  gap: '0.625rem',
  alignContent: 'start',
  '& h2': { fontSize: '1.1875rem' },
  // Titles have room for two lines. Otherwise, a two-line title that is parsed after the first paint would move its row's texts.
  [media.large]: { '& h2': { minHeight: '2lh' } },
  '& small': { fontSize: '0.875rem', textWrap: 'balance' },
});
const actions = css({ display: 'grid', gap: '0.5rem', marginTop: '0.5rem' });
const address = css({ fontStyle: 'normal', '& small': { fontSize: '0.9375rem' } });

export function Page() {
  return (
    <>
      <PageHead {...legalMeta} path={paths.legal} />
      <Hero
        title={legalTexts.title}
        lead={[legalTexts.lead, draftNotice?.ofAll].filter(Boolean).join(' ')}
        scene="legal"
      />
      <div css={[measure, body]}>
        <div css={fourColumns}>
          {DOCUMENT_FILES.map((file) => {
            const { id, title, description, bytes, pages } = file;
            const headingId = `document-${id}`;
            return (
              <article css={[card, documentCard]} key={id}>
                <h2 id={headingId}>{title}</h2>
                <p>{description}</p>
                <small>
                  {[edition(file), draftNotice?.heading].filter(Boolean).join(' · ')}
                  <br />
                  PDF, {pages} pages, {`${Math.round(bytes / 1000)} KB`}
                </small>
                <div css={actions} className="no-print">
                  <DownloadLink id={id} describedBy={headingId} />
                  <PageLink css={buttonStyles('ghost')} to={legalPath(id)} aria-describedby={headingId}>
                    Read Online
                  </PageLink>
                </div>
              </article>
            );
          })}
        </div>
        <div css={twoColumns}>
          <p css={card}>{legalTexts.notice}</p>
          <address css={[card, address]}>
            <strong>{company.legalName}</strong>
            <br />
            {company.address.lines.join(', ')}
            <br />
            <small>{company.address.note}</small>
          </address>
        </div>
      </div>
    </>
  );
}
