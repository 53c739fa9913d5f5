import { formKeyField, requestTimeout } from '../../shared/submission.ts';
import { draftName } from './drafts.ts';
import { storageOf } from './storage.ts';

const plainPostMark = 'plain post';

/** The milliseconds that are left for the response to a plain post. Zero or less if no plain post waits for a response. */
export function timeToResponse(): number {
  const posted = performance.getEntriesByName(plainPostMark).at(-1);
  return posted ? posted.startTime + requestTimeout - performance.now() : 0;
}

/** The form key, made when the form is first sent. It is a draft: kept over a reload, forgotten with the other drafts. */
export function formKeyOf(form: string): string {
  const name = draftName(form, formKeyField);
  const key = drafts.read(name) || crypto.getRandomValues(new Uint32Array(4)).join('-');
  drafts.keep(name, key);
  return key;
}

/** At a plain post, marks the time, keeps the form's texts as drafts even if no event reported them, and adds the form key. */
export function watchPlainPosts(): void {
  addEventListener('submit', ({ defaultPrevented, target }) => {
    if (defaultPrevented || (target as HTMLFormElement).method !== 'post') return;
    performance.mark(plainPostMark);
    // Stops all loading, so that the response, which replaces the document, gets the whole connection.
    stop();
  });
  document.addEventListener('formdata', ({ target, formData }) => {
    const form = target as HTMLFormElement;
    const name = form.dataset.drafts;
    if (!name) return;
    drafts.keepShown(form);
    // Without storage, the next document would make another form key. So send none: the server then uses IP address and texts.
    formData.set(formKeyField, storageOf('sessionStorage') ? formKeyOf(name) : '');
  });
}
