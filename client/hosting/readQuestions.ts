import type { Question } from '../../shared/hosting/questions.ts';

/** The id of the element with a hosting family's questions. */
export function questionsId(familyId: string): string {
  return `${familyId}-questions`;
}

/**
 * The questions of a family that stand in the page from the server, if it is that family's page: hydration renders the
 * same, and their texts need not load.
 */
export function readQuestions(familyId: string): readonly Question[] | undefined {
  const list = typeof document === 'undefined' ? undefined : document.getElementById(questionsId(familyId));
  return (
    list?.children &&
    Array.from(list.children, ({ firstElementChild, lastElementChild }) => ({
      question: firstElementChild?.textContent ?? '',
      answer: lastElementChild?.textContent ?? '',
    }))
  );
}
