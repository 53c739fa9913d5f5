export type Theme = 'dark' | 'light';
export type ThemeChoice = Theme | 'system';

/** Of the visitor's choice: in the browser's storage, and of the buttons that choose it in the footer. */
export const themeName = 'theme';

/** The theme that a choice shows while the device prefers `system`. */
export function shownTheme(choice: ThemeChoice, system: Theme): Theme {
  return choice === 'system' ? system : choice;
}

export function lightPreferred(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: light)');
}

/** What the device prefers. */
export function systemTheme(): Theme {
  return lightPreferred().matches ? 'light' : 'dark';
}

/** The choice in the browser's storage; dark where there is none. */
export function keptChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(themeName);
    return kept === 'light' || kept === 'system' ? kept : 'dark';
  } catch {
    return 'dark';
  }
}

export function keepChoice(choice: string): void {
  try {
    localStorage.setItem(themeName, choice);
  } catch {
    // Storage is full or forbidden: the choice holds for this page.
  }
}
