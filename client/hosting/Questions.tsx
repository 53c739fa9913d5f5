import { css } from '@emotion/react';
import type { Question } from '../../shared/hosting/questions.ts';
import { questionsId } from './readQuestions.ts';

const list = css({
  columns: '24rem 2',
  columnGap: '3rem',
  '& li': { breakInside: 'avoid', paddingBottom: '1.75rem' },
  '& p': { marginTop: '0.375rem', color: 'var(--muted)' },
});

export type QuestionsProps = { readonly familyId: string; readonly items: readonly Question[] };

/** Questions and their answers. `readQuestions` relies on the elements. */
export function Questions({ familyId, items }: QuestionsProps) {
  return (
    <ul css={list} id={questionsId(familyId)}>
      {items.map(({ question, answer }) => (
        <li key={question}>
          <h3>{question}</h3>
          <p>{answer}</p>
        </li>
      ))}
    </ul>
  );
}
