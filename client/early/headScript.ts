// This script is inline in every page's head. It does what cannot wait for the start script at the page's end.
import { createDrafts, keepInput } from './drafts.ts';
import { watchOrderPresses } from './orderDialog.ts';
import { shownTheme, storeChoice, storedChoice, themeName } from './themeChoice.ts';

document.documentElement.dataset.theme = shownTheme(storedChoice());
addEventListener('change', ({ target }) => {
  const { name, value } = target as HTMLInputElement;
  if (name === themeName) storeChoice(value);
});
watchOrderPresses();

// Keep typed texts from the start: a visitor may type before the page's end arrives, and later the browser may overwrite the text.
window.drafts = createDrafts();
addEventListener('input', keepInput, true);
// Some autofill programs fire only `change`.
addEventListener('change', keepInput, true);
