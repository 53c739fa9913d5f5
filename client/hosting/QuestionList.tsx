import { css } from '@emotion/react';
import type { Questions } from '../../shared/texts.ts';

const list = css({
  columns: '24rem 2',
  columnGap: '3rem',
  '& li': { breakInside: 'avoid', paddingBottom: '1.75rem' },
  '& p': { marginTop: '0.375rem', color: 'var(--muted)' },
});

/** Questions and their answers. */
export function QuestionList({ items }: { readonly items: Questions }) {
  return (
    <ul css={list}>
      {Object.entries(items).map(([question, answer]) => (
        <li key={question}>
          <h3>{question}</h3>
          <p>{answer}</p>
        </li>
      ))}
    </ul>
  );
}
