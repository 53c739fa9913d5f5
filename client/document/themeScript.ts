// Inline in every page's head. Sets the visitor's theme before the first paint.
import { keptChoice, shownTheme, systemTheme } from '../theme/themeChoice.ts';

document.documentElement.dataset.theme = shownTheme(keptChoice(), systemTheme());
