import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { shownTheme, type Theme, type ThemeChoice } from './themeChoice.ts';

/** What the visitor chose, and what is therefore shown. */
export type ThemeState = { readonly choice: ThemeChoice; readonly shown: Theme };

const initialState: ThemeState = { choice: 'dark', shown: 'dark' };

const themeSlice = createSlice({
  name: 'theme',
  initialState,
  reducers: {
    /** The visitor chose, or the choice kept in the browser was read; `system` is what the device prefers now. */
    themeChosen: (state, { payload: { choice, system } }: PayloadAction<{ choice: ThemeChoice; system: Theme }>) => {
      state.choice = choice;
      state.shown = shownTheme(choice, system);
    },
    systemThemeChanged: (state, { payload }: PayloadAction<Theme>) => {
      state.shown = shownTheme(state.choice, payload);
    },
  },
});

export const { themeChosen, systemThemeChanged } = themeSlice.actions;
export const themeReducer = themeSlice.reducer;
