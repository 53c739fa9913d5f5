import { css } from '@emotion/react';
import type { Question } from '../../shared/hosting/questions.ts';
import { media } from '../ui/media.ts';
import { questionsId } from './readQuestions.ts';

const list = css({
  display: 'grid',
  gap: '1.75rem 3rem',
  [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
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
