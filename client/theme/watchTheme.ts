import { lightPreferred, storedChoice } from '../early/themeChoice.ts';
import type { AppStore } from '../store.ts';
import { showTheme } from './themeSlice.ts';

/** Shows the theme of the stored choice. For the choice `system`, follows the device's theme. */
export function watchTheme({ dispatch, getState }: AppStore): void {
  const kept = storedChoice();
  if (kept !== getState().theme.choice) dispatch(showTheme(kept));
  // Read the choice from the store, because local storage may be blocked.
  lightPreferred().addEventListener('change', () => dispatch(showTheme(getState().theme.choice)));
}
