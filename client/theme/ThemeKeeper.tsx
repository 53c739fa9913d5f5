import { useEffect } from 'react';
import { keptChoice, lightPreferred, systemTheme, type ThemeChoice } from '../early/themeChoice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks.ts';
import { themeChosen } from './themeSlice.ts';

/** Shows the chosen theme in the document, and follows the device. */
export function ThemeKeeper() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { choice, shown } = useAppSelector((state) => state.theme);

  useEffect(() => {
    const show = (choice: ThemeChoice) => dispatch(themeChosen({ choice, system: systemTheme() }));
    // Not the kept choice: storage may be blocked.
    const onSystem = () => show(store.getState().theme.choice);
    show(keptChoice());
    const preferred = lightPreferred();
    preferred.addEventListener('change', onSystem);
    return () => preferred.removeEventListener('change', onSystem);
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
