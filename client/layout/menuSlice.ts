import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { navigated } from '../events/events.ts';

/** At most one menu is open: opening a popover closes the other. */
export const menuNames = ['mobile', 'hosting'] as const;
export type MenuName = (typeof menuNames)[number];

/** The id of the menu's panel. */
export function menuId(name: MenuName): string {
  return `${name}-menu`;
}

export type MenuState = { readonly open: MenuName | null };

const initialState: MenuState = { open: null };

const menuSlice = createSlice({
  name: 'menu',
  initialState,
  reducers: {
    menuOpened: (state, { payload }: PayloadAction<MenuName>) => {
      state.open = payload;
    },
    /** Ignored if another menu is open: browsers fire the old menu's `toggle` after the new menu's. */
    menuClosed: (state, { payload }: PayloadAction<MenuName>) => {
      if (state.open === payload) state.open = null;
    },
  },
  extraReducers: (builder) => builder.addCase(navigated, () => initialState),
});

export const { menuOpened, menuClosed } = menuSlice.actions;
export const menuReducer = menuSlice.reducer;
