import { useEffect } from 'react';
import { keepChoice, keptChoice, lightPreferred, systemTheme, themeName } from '../early/themeChoice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks.ts';
import { systemThemeChanged, themeChosen } from './themeSlice.ts';

/** Syncs the theme state with the document, the device and local storage (and so with the site's other tabs). */
export function ThemeKeeper() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { choice, shown } = useAppSelector((state) => state.theme);

  useEffect(() => {
    const read = () => dispatch(themeChosen({ choice: keptChoice(), system: systemTheme() }));
    const onStorage = (event: StorageEvent) => {
      if (event.key === themeName || event.key === null) read();
    };
    const onSystem = () => dispatch(systemThemeChanged(systemTheme()));
    read();
    const preferred = lightPreferred();
    preferred.addEventListener('change', onSystem);
    addEventListener('storage', onStorage);
    const unsubscribe = store.subscribe(() => {
      const chosen = store.getState().theme.choice;
      if (chosen !== keptChoice()) keepChoice(chosen);
    });
    return () => {
      preferred.removeEventListener('change', onSystem);
      removeEventListener('storage', onStorage);
      unsubscribe();
    };
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
