import { css } from '@emotion/react';
import { ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import { company } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import type { HostingListing } from '../../shared/hosting/list.ts';
import { answerId, askFormAddress } from '../../shared/paths.ts';
import type { Points } from '../../shared/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Section } from './Section.tsx';

const list = css({
  '& details': { borderBottom: '1px solid var(--line-strong)' },
  '& summary': {
    display: 'flex',
    gap: '0.75rem',
    padding: '0.75rem 0',
    font: '600 1.0625rem/1.4 var(--display)',
    cursor: 'pointer',
  },
  '& summary:hover': { color: 'var(--accent-strong)' },
  '& summary svg': { flex: 'none', height: '1lh', color: 'var(--accent)' },
  '& [open] svg': { rotate: '90deg' },
  '& > p': { padding: '1rem 0', '& a': { display: 'inline-block' } },
  '& details > p': {
    scrollMarginTop: '2.75rem',
    maxWidth: '44rem',
    padding: '0 0 1.125rem 2rem',
    color: 'var(--muted)',
  },
});

type QuestionSectionProps = {
  readonly items: Points;
  /** If set, a link leads to the contact form, with a message about this hosting family. */
  readonly family?: HostingListing;
  readonly isRaised: boolean;
  readonly children?: ReactNode;
};

/** Questions that open their answers without scripts. On paper, all answers are open. */
export function QuestionSection({ items, family, isRaised, children }: QuestionSectionProps) {
  return (
    <Section title="Questions and Answers" isRaised={isRaised} isSplit>
      <div css={list}>
        {Object.entries(items).map(([question, answer], index) => (
          <details key={question}>
            <summary>
              <Icon icon={ChevronRight} />
              {question}
            </summary>
            <Paragraph id={answerId(index)} text={answer} />
          </details>
        ))}
        {family ? (
          <p>
            Another question? <PageLink to={askFormAddress(family.id)}>{`Ask about ${family.name}`}</PageLink>, or phone{' '}
            <a href={phoneLink}>{company.phone.display}</a>
          </p>
        ) : null}
        {children}
      </div>
    </Section>
  );
}
