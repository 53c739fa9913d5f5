import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { shownTheme, type Theme, type ThemeChoice } from '../early/themeChoice.ts';

/** The visitor's choice, and the theme that it shows. */
export type ThemeState = { readonly choice: ThemeChoice; readonly shown: Theme };

const initialState: ThemeState = { choice: 'dark', shown: 'dark' };

const themeSlice = createSlice({
  name: 'theme',
  initialState,
  reducers: {
    /** The choice was made or read from local storage. `system`: the theme that the device prefers. */
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
