import { criterionNames, readCriteria } from '../../shared/hosting/criteria.ts';
import { matchRanges } from './matchRanges.ts';
import { showCompared } from './showCompared.ts';

/** Shows in the form of a hosting page what a query and the compared plans say. */
export function showChoice(form: HTMLFormElement, query: URLSearchParams, compared: readonly string[]): void {
  const criteria = readCriteria(query);
  for (const name of criterionNames) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(criteria[name] ?? '');
  }
  matchRanges(form);
  showCompared(form, compared);
}
