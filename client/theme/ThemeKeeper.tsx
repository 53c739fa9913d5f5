import { useEffect } from 'react';
import { keptChoice, lightPreferred } from '../early/themeChoice.ts';
import { useAppDispatch, useAppStore } from '../hooks.ts';
import { showTheme } from './themeSlice.ts';

/** Shows the theme of the stored choice. For the choice `system`, follows the device's theme. */
export function ThemeKeeper() {
  const dispatch = useAppDispatch();
  const store = useAppStore();

  // Synchronises with the visitor's storage and the device's theme.
  useEffect(() => {
    dispatch(showTheme(keptChoice()));
    // Read the choice from the store, because local storage may be blocked.
    const onSystem = () => dispatch(showTheme(store.getState().theme.choice));
    const preferred = lightPreferred();
    preferred.addEventListener('change', onSystem);
    return () => preferred.removeEventListener('change', onSystem);
  }, [dispatch, store]);

  return null;
}
