import type { Question } from '../../shared/hosting/questions.ts';

/** The id of the element with a hosting family's questions. */
export function questionsId(familyId: string): string {
  return `${familyId}-questions`;
}

/** Whether neither a translation nor an extension has put elements into a question. */
function isUnchanged({ children }: Element): boolean {
  return children.length === 2 && Array.from(children).every(({ childElementCount }) => childElementCount === 0);
}

/**
 * The questions of a family that stand in the page from the server, if it is that family's page: hydration renders the
 * same, and their texts need not load. Undefined if there are none, or if they are changed.
 */
export function readQuestions(familyId: string): readonly Question[] | undefined {
  const list = typeof document === 'undefined' ? undefined : document.getElementById(questionsId(familyId));
  if (!list || !Array.from(list.children).every(isUnchanged)) return undefined;
  return Array.from(list.children, ({ firstElementChild, lastElementChild }) => ({
    question: firstElementChild?.textContent ?? '',
    answer: lastElementChild?.textContent ?? '',
  }));
}
