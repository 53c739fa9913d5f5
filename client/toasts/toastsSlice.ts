import { createSlice, type Draft, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { messages, type ToastText, validationFailed } from '../../shared/messages.ts';
import { orderOpened, toastRaised } from '../actions/actions.ts';
import { contactForm, submitForm } from '../submission/submissionSlice.ts';

export type Toast = ToastText & {
  readonly id: string;
  /** The form that the toast is about: `contact`, or the plan's id. A form has at most one toast. */
  readonly form?: string | undefined;
  readonly reference?: string;
};

export type ToastsState = { readonly shown: readonly Toast[] };

const initialState: ToastsState = { shown: [] };
const maxShown = 3;

function removeOf(state: Draft<ToastsState>, form: string): void {
  state.shown = state.shown.filter((toast) => toast.form !== form);
}

function show(state: Draft<ToastsState>, toast: Toast): void {
  if (toast.form) removeOf(state, toast.form);
  state.shown = [...state.shown, toast].slice(-maxShown);
}

function about({ requestId, arg }: { readonly requestId: string; readonly arg: { readonly form: string } }) {
  return { id: requestId, form: arg.form };
}

/** The initial toasts of a page that the server renders with the result of a plain post. */
export function toastOf(text: ToastText, form: string): ToastsState {
  return { shown: [{ ...text, id: nanoid(), form }] };
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
      .addCase(toastRaised, (state, { payload, meta }) => show(state, { ...payload, ...meta }))
      // A new order removes all toasts, because they are about earlier actions of the visitor.
      .addCase(orderOpened, () => initialState)
      .addCase(submitForm.pending, (state, { meta }) => removeOf(state, meta.arg.form))
      .addCase(submitForm.fulfilled, (state, { payload, meta }) => {
        const text = meta.arg.form === contactForm ? messages.messageSent : messages.orderSubmitted;
        show(state, { ...text, ...about(meta), reference: payload.reference });
      })
      .addCase(submitForm.rejected, (state, { payload, meta }) => {
        const isOrder = meta.arg.form !== contactForm;
        // If fields of an order are invalid, each field shows its own message, and no toast appears.
        if (!payload?.errors)
          show(state, { ...(isOrder ? messages.orderFailed : messages.messageFailed), ...about(meta) });
        else if (!isOrder) show(state, { ...validationFailed(payload.messages ?? []), ...about(meta) });
      }),
});

export const { toastDismissed } = toastsSlice.actions;
export const toastsReducer = toastsSlice.reducer;
