import { createSlice, type Draft, isAnyOf, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { messages, type Notice } from '../../shared/messages.ts';
import { noticeAnswered, noticeRaised, orderOpened } from '../events/events.ts';
import { submitContact, submitOrder } from '../submission/submissionSlice.ts';

export type Toast = Notice & {
  readonly id: string;
  /** The form that it is about: `contact`, or the plan's id. A form has one toast at a time, beside its reference. */
  readonly form?: string | undefined;
  /** The submission's reference, shown below the text. */
  readonly reference?: string;
};

export type ToastsState = { readonly shown: readonly Toast[] };

const initialState: ToastsState = { shown: [] };
/** Of toasts with a reference, and of others. */
const maxShown = 3;

/** Removes the toast of a form. Only its next `reference` removes one with a reference. */
function remove(state: Draft<ToastsState>, form: string | undefined, reference?: string): void {
  state.shown = state.shown.filter((toast) => !form || toast.form !== form || (toast.reference && !reference));
}

function show(state: Draft<ToastsState>, toast: Toast): void {
  remove(state, toast.form, toast.reference);
  state.shown = [...state.shown, toast].filter(
    ({ reference }, index, all) =>
      all.slice(index).filter((later) => !later.reference === !reference).length <= maxShown,
  );
}

function about({ requestId, arg }: { readonly requestId: string; readonly arg: { readonly form: string } }) {
  return { id: requestId, form: arg.form };
}

/** The initial state of a page that the server renders with the result of a plain form post. */
export function toastOf(notice: Notice, form: string): ToastsState {
  return { shown: [{ ...notice, id: nanoid(), form }] };
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
      .addCase(noticeRaised, (state, { payload, meta }) => show(state, { ...payload, ...meta }))
      .addCase(noticeAnswered, (state, { payload }) => remove(state, payload))
      // They are about what was before.
      .addCase(orderOpened, () => initialState)
      .addCase(submitOrder.fulfilled, (state, { payload, meta }) =>
        show(state, { ...messages.orderSubmitted, ...about(meta), ...payload }),
      )
      .addCase(submitContact.fulfilled, (state, { payload, meta }) =>
        show(state, { ...messages.messageSent, ...about(meta), ...payload }),
      )
      // Invalid fields show their own messages.
      .addCase(submitOrder.rejected, (state, { payload, meta }) => {
        if (!payload?.errors) show(state, { ...messages.orderFailed, ...about(meta) });
      })
      .addCase(submitContact.rejected, (state, { payload, meta }) => {
        if (!payload?.errors) show(state, { ...messages.messageFailed, ...about(meta) });
      })
      .addMatcher(isAnyOf(submitOrder.pending, submitContact.pending), (state, { meta }) =>
        remove(state, meta.arg.form),
      ),
});

export const { toastDismissed } = toastsSlice.actions;
export const toastsReducer = toastsSlice.reducer;
