import { css } from '@emotion/react';
import type { Question } from '../../shared/hosting/questions.ts';

const list = css({
  columns: '24rem 2',
  columnGap: '3rem',
  '& li': { breakInside: 'avoid', paddingBottom: '1.75rem' },
  '& p': { marginTop: '0.375rem', color: 'var(--muted)' },
});

/** Questions and their answers. */
export function QuestionList({ items }: { readonly items: readonly Question[] }) {
  return (
    <ul css={list}>
      {items.map(({ question, answer }) => (
        <li key={question}>
          <h3>{question}</h3>
          <p>{answer}</p>
        </li>
      ))}
    </ul>
  );
}
