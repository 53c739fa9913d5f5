import { css } from '@emotion/react';
import { answerId } from '../../shared/paths.ts';
import type { OpenQuestion, Questions } from '../../shared/texts.ts';
import { CommitmentText } from '../content/CommitmentText.tsx';
import { PageLink } from '../ui/PageLink.tsx';

const list = css({
  columns: '24rem 2',
  columnGap: '3rem',
  '& li': { breakInside: 'avoid', paddingBottom: '1.75rem' },
  '& p': { marginTop: '0.375rem', scrollMarginTop: '4rem', color: 'var(--muted)' },
});

export type QuestionListProps = {
  readonly items: Questions;
  readonly last: OpenQuestion;
};

/** Questions and their answers. */
export function QuestionList({ items, last }: QuestionListProps) {
  return (
    <ul css={list}>
      {Object.entries(items).map(([question, answer], index) => (
        <li key={question}>
          <h3>{question}</h3>
          <p id={answerId(index)}>
            <CommitmentText text={answer} />
          </p>
        </li>
      ))}
      <li>
        <p>
          {last.question} <PageLink to={last.path}>{last.label}</PageLink>
        </p>
      </li>
    </ul>
  );
}
