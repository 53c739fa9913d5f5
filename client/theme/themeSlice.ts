import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import { keepChoice, shownTheme, systemTheme, type Theme, type ThemeChoice } from '../early/themeChoice.ts';

/** The visitor's choice, and the theme that it shows. */
export type ThemeState = { readonly choice: ThemeChoice; readonly shown: Theme };

const initialState: ThemeState = { choice: 'dark', shown: 'dark' };

const themeSlice = createSlice({
  name: 'theme',
  initialState,
  reducers: {
    /** `system`: the theme that the device prefers. */
    themeChosen: (_state, { payload }: PayloadAction<{ readonly choice: ThemeChoice; readonly system: Theme }>) => ({
      choice: payload.choice,
      shown: shownTheme(payload.choice, payload.system),
    }),
  },
});

export const { themeChosen } = themeSlice.actions;
export const themeReducer = themeSlice.reducer;

/** Shows the chosen theme, and stores the choice for the next visit. */
export function chooseTheme(choice: ThemeChoice) {
  return (dispatch: Dispatch) => {
    keepChoice(choice);
    dispatch(themeChosen({ choice, system: systemTheme() }));
  };
}
