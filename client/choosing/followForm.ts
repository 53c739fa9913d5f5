import type { HostingFamily } from '../../shared/hosting/family.ts';
import { parameters } from '../../shared/paths.ts';
import type { AppStore } from '../store.ts';
import { chosen } from './choosingSlice.ts';
import { chosenState } from './chosenState.ts';
import { matchRanges } from './matchRanges.ts';
import { showCompared } from './showCompared.ts';

/**
 * Puts what is chosen in a form into the store. The compared plans stay in the order in which they were chosen; of those
 * chosen before hydration, the form may hold too many.
 */
export function followForm(
  family: HostingFamily,
  form: HTMLFormElement,
  { dispatch, getState }: AppStore,
  changed?: EventTarget | null,
): void {
  matchRanges(form, changed);
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const ids = query.getAll(parameters.compare);
  const before = getState().choosing.compared.filter((id) => ids.includes(id));
  query.set(parameters.compare, [...before, ...ids].join());
  const state = chosenState(family, query);
  dispatch(chosen(state));
  showCompared(form, state.compared);
}
