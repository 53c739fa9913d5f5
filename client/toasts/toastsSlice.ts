import { createSlice, type Draft, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { messages, type Notice } from '../../shared/messages.ts';
import { noticeRaised } from '../events/noticeRaised.ts';
import { submitContact } from '../submission/submitContact.ts';
import { submitOrder } from '../submission/submitOrder.ts';

export type Toast = Notice & {
  readonly id: string;
  /** The submission's reference, shown below the text. */
  readonly reference?: string;
};

export type ToastsState = { readonly shown: readonly Toast[] };

const initialState: ToastsState = { shown: [] };
const maxShown = 3;

function show({ shown }: Draft<ToastsState>, toast: Toast): void {
  shown.push(toast);
  shown.splice(0, shown.length - maxShown);
}

/** The initial state of a page that the server renders with the result of a plain form post. */
export function toastOf(notice: Notice, reference?: string): ToastsState {
  return { shown: [{ ...notice, id: nanoid(), ...(reference ? { reference } : {}) }] };
}

const toastsSlice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    toastDismissed: (state, { payload }: PayloadAction<string>) => {
      state.shown = state.shown.filter(({ id }) => id !== payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(noticeRaised, (state, { payload, meta }) => show(state, { ...payload, id: meta.id }))
      .addCase(submitOrder.fulfilled, (state, { payload, meta }) =>
        show(state, { ...messages.orderSubmitted, id: meta.requestId, reference: payload.reference }),
      )
      .addCase(submitContact.fulfilled, (state, { payload, meta }) =>
        show(state, { ...messages.messageSent, id: meta.requestId, reference: payload.reference }),
      )
      // Invalid fields show their own messages.
      .addCase(submitOrder.rejected, (state, { payload, meta }) => {
        if (!payload?.errors) show(state, { ...messages.orderFailed, id: meta.requestId });
      })
      .addCase(submitContact.rejected, (state, { payload, meta }) => {
        if (!payload?.errors) show(state, { ...messages.messageFailed, id: meta.requestId });
      }),
});

export const { toastDismissed } = toastsSlice.actions;
export const toastsReducer = toastsSlice.reducer;
