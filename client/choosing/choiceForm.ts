import { readCompared } from '../../shared/hosting/comparison.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { choiceQuery } from '../../shared/hosting/pageQuery.ts';
import { criterionNames, readCriteria } from '../../shared/hosting/planFinder.ts';
import { parameters } from '../../shared/paths.ts';

function valuesOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/**
 * The query of what a form with a family's plans holds. The compared plans stay in the order in which they were chosen:
 * that of `before`, the query until now.
 */
export function queryOfForm(family: HostingFamily, form: HTMLFormElement, before: string): string {
  const values = valuesOf(form);
  const ids = values.getAll(parameters.compare);
  const kept = readCompared(family, new URLSearchParams(before)).filter((id) => ids.includes(id));
  values.set(parameters.compare, [...kept, ...ids].join());
  return choiceQuery(family, values);
}

/** Makes each range of the plan finder agree with the number before it; of a changed range, the number follows. */
export function matchRanges(form: HTMLFormElement, changed?: EventTarget | null): void {
  for (const range of form.querySelectorAll<HTMLInputElement>('[type=range]')) {
    const number = range.previousElementSibling as HTMLInputElement;
    const { any = '' } = range.dataset;
    if (range === changed) number.value = range.value === any ? '' : range.value;
    else range.value = number.value || any;
  }
}

/** Shows a query in the form. A field that says the same already stays as it is typed. */
export function showQuery(family: HostingFamily, form: HTMLFormElement, query: string): void {
  const wanted = new URLSearchParams(query);
  const criteria = readCriteria(wanted);
  const shown = readCriteria(valuesOf(form));
  for (const name of criterionNames) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && shown[name] !== criteria[name]) field.value = String(criteria[name] ?? '');
  }
  matchRanges(form);
  const compared = readCompared(family, wanted);
  for (const box of form.querySelectorAll<HTMLInputElement>(`[name=${parameters.compare}][type=checkbox]`))
    box.checked = compared.includes(box.value);
}
