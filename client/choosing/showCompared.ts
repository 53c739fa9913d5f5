import { parameters } from '../../shared/paths.ts';

/** Checks the boxes of the compared plans. */
export function showCompared(form: HTMLFormElement, compared: readonly string[]): void {
  for (const box of form.querySelectorAll<HTMLInputElement>(`[name=${parameters.compare}][type=checkbox]`))
    box.checked = compared.includes(box.value);
}
