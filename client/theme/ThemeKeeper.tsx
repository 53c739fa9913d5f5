import { useEffect } from 'react';
import { keptChoice, lightPreferred, systemTheme, type ThemeChoice, themeName } from '../early/themeChoice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks.ts';
import { themeChosen } from './themeSlice.ts';

/** Shows the chosen theme in the document, and follows the device and the site's other tabs. */
export function ThemeKeeper() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { choice, shown } = useAppSelector((state) => state.theme);

  useEffect(() => {
    const show = (choice: ThemeChoice) => dispatch(themeChosen({ choice, system: systemTheme() }));
    const read = () => show(keptChoice());
    // Not `read`: storage may be blocked.
    const onSystem = () => show(store.getState().theme.choice);
    const onStorage = (event: StorageEvent) => {
      if (event.key === themeName || event.key === null) read();
    };
    read();
    const listening = new AbortController();
    const { signal } = listening;
    lightPreferred().addEventListener('change', onSystem, { signal });
    addEventListener('storage', onStorage, { signal });
    return () => listening.abort();
  }, [dispatch, store]);

  useEffect(() => {
    // Until the stored choice has been read, keep the theme that the inline script set.
    if (choice === 'dark' && keptChoice() !== 'dark') return;
    document.documentElement.dataset.theme = shown;
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  }, [choice, shown]);

  return null;
}
