import { formKeyField } from '../../shared/submission.ts';
import { defaultTextOf, draftFieldsIn, draftNameOf } from './draftStorage.ts';
import { formKeyOf } from './formKey.ts';

/** The performance mark that is set when the browser posts a form. */
const plainPostMark = 'plain post';

/** Milliseconds after which a submitted form is answered or its connection closed (server/http/connections.ts). */
export const answerTimeout = 15_000;

export function notePlainPost(): void {
  performance.mark(plainPostMark);
}

/** The page is restored from the back/forward cache: it waits for no answer. */
export function forgetPlainPost(): void {
  performance.clearMarks(plainPostMark);
}

/** Milliseconds in which a form that the browser posted may still be answered; zero or less if there is none. */
export function timeToAnswer(): number {
  const posted = performance.getEntriesByName(plainPostMark).at(-1);
  return posted ? posted.startTime + answerTimeout - performance.now() : 0;
}

/**
 * When the browser posts a form, keeps its texts, also those without an event, and adds the form's key. If the post is
 * refused, the drafts hold these texts or newer ones.
 */
export function watchPlainPosts(
  read: (name: string) => string | null | undefined,
  write: (name: string, text: string) => void,
): void {
  document.addEventListener('formdata', ({ target, formData }) => {
    const form = target as HTMLFormElement;
    const { drafts } = form.dataset;
    if (!drafts) return;
    for (const field of draftFieldsIn(form)) {
      const name = draftNameOf(field);
      if (field.value !== (read(name) ?? defaultTextOf(field))) write(name, field.value);
    }
    formData.set(formKeyField, formKeyOf(drafts, read, write) ?? '');
  });
}
