import { formKeyField, requestTimeout } from '../../shared/submission.ts';
import { type Drafts, draftName } from './drafts.ts';

/** The performance mark that is set when the browser posts a form. */
const plainPostMark = 'plain post';

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
  return posted ? posted.startTime + requestTimeout - performance.now() : 0;
}

/**
 * The own key of a form, made when it is sent for the first time. It is kept as a draft, so it survives a reload and is
 * forgotten after sending.
 */
export function formKeyOf(form: string, drafts: Drafts): string {
  const name = draftName(form, formKeyField);
  const key = drafts.read(name) || crypto.getRandomValues(new Uint32Array(4)).join('-');
  drafts.keep(name, key);
  return key;
}

/**
 * When the browser posts a form, keeps its texts, also those without an event, and adds the form's key. If the post is
 * refused, the drafts hold these texts or newer ones. Until hydration, a key that the tab's storage does not hold is not
 * sent: the next document would make another one, and the server makes the same one of the same texts.
 */
export function watchPlainPosts(drafts: Drafts, isHydrated: () => boolean): void {
  document.addEventListener('formdata', ({ target, formData }) => {
    const form = target as HTMLFormElement;
    const name = form.dataset.drafts;
    if (!name) return;
    drafts.keepShown(form);
    const key = formKeyOf(name, drafts);
    formData.set(formKeyField, isHydrated() || drafts.stored(draftName(name, formKeyField)) === key ? key : '');
  });
}
