import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The menu that is open: at most one, as popovers close each other. */
export type MenuName = 'mobile' | 'hosting';
export type MenuState = { readonly open: MenuName | null };

const initialState: MenuState = { open: null };

const menuSlice = createSlice({
  name: 'menu',
  initialState,
  reducers: {
    menuOpened: (_state, { payload }: PayloadAction<MenuName>) => ({ open: payload }),
    /** With a name: only if that one is open, since the browser tells of the old menu after the new one. */
    menuClosed: (state, { payload }: PayloadAction<MenuName | undefined>) =>
      payload === undefined || state.open === payload ? initialState : state,
  },
});

export const { menuOpened, menuClosed } = menuSlice.actions;
export const menuReducer = menuSlice.reducer;
