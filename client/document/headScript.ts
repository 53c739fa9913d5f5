// Inline in every page's head: what cannot wait for the start script at the page's end.
import { holdPresses } from '../ordering/heldPress.ts';
import { keptChoice, shownTheme, systemTheme } from '../theme/themeChoice.ts';

document.documentElement.dataset.theme = shownTheme(keptChoice(), systemTheme());
holdPresses();
