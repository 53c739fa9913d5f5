import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { navigated } from '../events/events.ts';

/** What the visitor has chosen on a hosting page. */
export type ChoosingState = {
  /** The criteria and the compared plans; what else an address has is ignored (`choiceQuery` in shared/hosting/pageQuery.ts). */
  readonly query: string;
};

const nothing: ChoosingState = { query: '' };

const choosingSlice = createSlice({
  name: 'choosing',
  initialState: nothing,
  reducers: {
    chosen: (_state, { payload }: PayloadAction<string>) => ({ query: payload }),
  },
  extraReducers: (builder) =>
    builder.addCase(navigated, (state, { payload: { isNewPage, search } }) =>
      search === undefined ? (isNewPage ? nothing : state) : { query: search },
    ),
});

export const { chosen } = choosingSlice.actions;
export const choosingReducer = choosingSlice.reducer;
