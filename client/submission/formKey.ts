import { formKeyField } from '../../shared/submission.ts';
import { defaultTextOf, draftFieldsIn, draftName, draftNameOf } from './draftStorage.ts';

/**
 * The own key of a form, made when it is sent for the first time. It is kept as a draft, so it survives a reload and is
 * deleted after sending. `read` and `write` reach the drafts; undefined: they cannot keep it.
 */
export function formKeyOf(
  form: string,
  read: (name: string) => string | null | undefined,
  write: (name: string, text: string) => void,
): string | undefined {
  const name = draftName(form, formKeyField);
  if (!read(name)) write(name, crypto.getRandomValues(new Uint32Array(4)).join('-'));
  return read(name) ?? undefined;
}

/**
 * When the browser posts a form, keeps its texts, also those without an event, and adds the form's key. If the post is
 * refused, the drafts hold these texts or newer ones.
 */
export function watchPosts(
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
