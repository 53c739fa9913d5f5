import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type Theme = 'dark' | 'light';
export type ThemeChoice = Theme | 'system';

/** Of the visitor's choice: in the browser's storage, and of the buttons that choose it in the footer. */
export const themeName = 'theme';

/** What the visitor chose, and what is therefore shown. */
export type ThemeState = { readonly choice: ThemeChoice; readonly shown: Theme };

const initialState: ThemeState = { choice: 'dark', shown: 'dark' };

const themeSlice = createSlice({
  name: 'theme',
  initialState,
  reducers: {
    /** The visitor chose, or the choice kept in the browser was read; `system` is what the device prefers now. */
    themeChosen: (_state, { payload }: PayloadAction<{ choice: ThemeChoice; system: Theme }>) => ({
      choice: payload.choice,
      shown: payload.choice === 'system' ? payload.system : payload.choice,
    }),
    systemThemeChanged: (state, { payload }: PayloadAction<Theme>) =>
      state.choice === 'system' ? { ...state, shown: payload } : state,
  },
});

export const { themeChosen, systemThemeChanged } = themeSlice.actions;
export const themeReducer = themeSlice.reducer;
