import type { HostingFamily } from '../../shared/hosting/family.ts';
import type { AppDispatch } from '../store.ts';
import { chosen } from './choosingSlice.ts';
import { chosenState } from './chosenState.ts';

/** Puts what is chosen in a form into the store. */
export function followForm(family: HostingFamily, form: HTMLFormElement, dispatch: AppDispatch): void {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  dispatch(chosen(chosenState(family, new URLSearchParams(entries))));
}
