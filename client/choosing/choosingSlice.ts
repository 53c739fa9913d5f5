import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { navigated } from '../events/navigated.ts';

/** What the visitor has chosen on a hosting page. */
export type ChoosingState = {
  /** The criteria and the compared plans as a query (shared/hosting/pageQuery.ts); empty: nothing. */
  readonly query: string;
  /** The ids of the plans that the finder shows; null: all. */
  readonly shown: readonly string[] | null;
  /** The id of the cheapest plan that satisfies all criteria. */
  readonly best: string | null;
  readonly compared: readonly string[];
};

const nothing: ChoosingState = { query: '', shown: null, best: null, compared: [] };

const choosingSlice = createSlice({
  name: 'choosing',
  initialState: nothing,
  reducers: {
    chosen: (_state, { payload }: PayloadAction<ChoosingState>) => payload,
  },
  extraReducers: (builder) => builder.addCase(navigated, (state, { payload }) => (payload.isNewPage ? nothing : state)),
});

export const { chosen } = choosingSlice.actions;
export const choosingReducer = choosingSlice.reducer;
