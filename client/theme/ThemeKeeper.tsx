import { useEffect } from 'react';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks.ts';
import { systemThemeChanged, type Theme, type ThemeChoice, themeChosen, themeName } from './themeSlice.ts';

function lightPreferred() {
  return matchMedia('(prefers-color-scheme: light)');
}
export function systemTheme(): Theme {
  return lightPreferred().matches ? 'light' : 'dark';
}

function keptChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(themeName);
    return kept === 'light' || kept === 'system' ? kept : 'dark';
  } catch {
    return 'dark';
  }
}

function keepChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeName, choice);
  } catch {
    // Storage is full or forbidden: the choice holds for this page.
  }
}

/** Ties the theme's state to the page, the device and the browser's storage (and so to the site's other tabs). */
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
    const stopKeeping = store.subscribe(() => {
      const chosen = store.getState().theme.choice;
      if (chosen !== keptChoice()) keepChoice(chosen);
    });
    return () => {
      preferred.removeEventListener('change', onSystem);
      removeEventListener('storage', onStorage);
      stopKeeping();
    };
  }, [dispatch, store]);

  useEffect(() => {
    // Until the kept choice has been read, the page shows what the inline script set.
    if (choice === 'dark' && keptChoice() !== 'dark') return;
    document.documentElement.dataset.theme = shown;
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  }, [choice, shown]);

  return null;
}
