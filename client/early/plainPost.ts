import { formKeyField, requestTimeout } from '../../shared/submission.ts';
import { draftName } from './drafts.ts';
import { storageOf } from './storage.ts';

/** The performance mark that is set when the browser posts a form. */
const plainPostMark = 'plain post';

/** Milliseconds in which a form that the browser posted may still be answered; zero or less if there is none. */
export function timeToAnswer(): number {
  const posted = performance.getEntriesByName(plainPostMark).at(-1);
  return posted ? posted.startTime + requestTimeout - performance.now() : 0;
}

/**
 * The own key of a form, made when it is sent for the first time. It is kept as a draft, so it survives a reload and is
 * forgotten after sending.
 */
export function formKeyOf(form: string): string {
  const name = draftName(form, formKeyField);
  const key = drafts.read(name) || crypto.getRandomValues(new Uint32Array(4)).join('-');
  drafts.keep(name, key);
  return key;
}

/** Notes when the browser posts a form, keeps the form's texts, also those without an event, and adds its key. */
export function watchPlainPosts(): void {
  addEventListener('submit', ({ defaultPrevented, target }) => {
    if (defaultPrevented || (target as HTMLFormElement).method !== 'post') return;
    performance.mark(plainPostMark);
    // The answer, which replaces the document, gets the whole connection. What this stops is loaded again later.
    stop();
  });
  document.addEventListener('formdata', ({ target, formData }) => {
    const form = target as HTMLFormElement;
    const name = form.dataset.drafts;
    if (!name) return;
    drafts.keepShown(form);
    // Without a storage, the next document would make another key; without a key, the server makes one of the texts.
    formData.set(formKeyField, storageOf('sessionStorage') ? formKeyOf(name) : '');
  });
}
