import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { navigated } from '../events/navigated.ts';

/** At most one of them is open, as popovers close each other. */
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
    /** Only if that one is open: the browser tells of the old menu's end after the new one's beginning. */
    menuClosed: (state, { payload }: PayloadAction<MenuName>) => {
      if (state.open === payload) state.open = null;
    },
  },
  extraReducers: (builder) => builder.addCase(navigated, () => initialState),
});

export const { menuOpened, menuClosed } = menuSlice.actions;
export const menuReducer = menuSlice.reducer;
