import { formKeyField } from '../../shared/submission.ts';
import { draftName } from './draftStorage.ts';

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
