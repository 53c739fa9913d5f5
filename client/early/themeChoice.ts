import { storageOf, storeIn } from './storage.ts';

export type Theme = 'dark' | 'light';
export type ThemeChoice = Theme | 'system';

/** The key of the choice in local storage, and the name of the radio buttons in the footer. */
export const themeName = 'theme';

export function lightPreferred(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: light)');
}

export function shownTheme(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return lightPreferred().matches ? 'light' : 'dark';
}

/** The choice in local storage; dark if no choice is stored. */
export function storedChoice(): ThemeChoice {
  const kept = storageOf('localStorage')?.[themeName];
  return kept === 'light' || kept === 'system' ? kept : 'dark';
}

/** If the storage is full or blocked, the choice lasts as long as the document. */
export function storeChoice(choice: string): void {
  storeIn('localStorage', themeName, choice);
}
