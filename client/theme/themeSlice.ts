import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import { shownTheme, storeChoice, type Theme, type ThemeChoice } from '../early/themeChoice.ts';

type ThemeState = { readonly choice: ThemeChoice; readonly shown: Theme };

const initialState: ThemeState = { choice: 'dark', shown: 'dark' };

const themeSlice = createSlice({
  name: 'theme',
  initialState,
  reducers: { themeShown: (_state, { payload }: PayloadAction<ThemeState>) => payload },
});

export const themeReducer = themeSlice.reducer;

/** Shows the theme of a choice in this document, without storing the choice for the next visit. */
export function showTheme(choice: ThemeChoice) {
  return (dispatch: Dispatch) => {
    const shown = shownTheme(choice);
    const { documentElement } = document;
    documentElement.dataset.theme = shown;
    const ground = getComputedStyle(documentElement).getPropertyValue('--ground').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
    dispatch(themeSlice.actions.themeShown({ choice, shown }));
  };
}

export function chooseTheme(choice: ThemeChoice) {
  storeChoice(choice);
  return showTheme(choice);
}
