import { createAsyncThunk, createReducer } from '@reduxjs/toolkit';
import type { FieldErrors, StoredSubmission } from '../../shared/submission.ts';
import { navigated, orderClosed } from '../actions/actions.ts';
import { lazyWithPreload } from '../ui/loading.ts';
import type { FilledForm, Outcome, Refused } from './submit.ts';

/** The name of the contact form. The name of an order form is its plan's id. */
export const contactForm = 'contact';

/** Checks and posts the forms. This part is large, so it loads when a visitor begins with a form. */
export const formSubmission = lazyWithPreload(() => import(/* webpackChunkName: "submission" */ './submit.ts'));

export type FormStatus = {
  readonly submitting: boolean;
  /** The form's stored submissions. Each new one clears the form. */
  readonly stored: readonly StoredSubmission[];
  /** The messages of the invalid fields at the last sending. Each failure makes a new object, so that the focus moves each time. */
  readonly errors: FieldErrors;
  /** Whether the last sending failed for another reason than invalid fields. */
  readonly failed: boolean;
  /** The typed texts of a plain post that the server has not stored, by field. Otherwise empty. */
  readonly values: { readonly [field: string]: string };
};

export type FormStatuses = { readonly [form: string]: FormStatus };

/** Merge this into a form's status to forget the errors, failure and values of an earlier post. The stored ones stay. */
const noTrouble = { errors: {}, failed: false, values: {} } as const;
export const idle: FormStatus = { submitting: false, stored: [], ...noTrouble };

/** Sends a form, unless the form is already being sent. */
export const submitForm = createAsyncThunk<
  StoredSubmission,
  FilledForm,
  { readonly state: { readonly submission: FormStatuses }; readonly rejectValue: Refused }
>(
  'submission/submitForm',
  async (filled, { rejectWithValue }) => {
    const outcome = await formSubmission
      .preload()
      .then(({ sendForm }) => sendForm(filled))
      .catch((error: unknown): Outcome => ({ error }));
    if ('reference' in outcome) return outcome;
    const { error, ...refused } = outcome;
    const failure = filled.form === contactForm ? 'Failed to send message' : 'Failed to submit order';
    if (!refused.errors) console.error(`${failure}:`, error ?? failure);
    return rejectWithValue(refused);
  },
  { condition: ({ form }, { getState }) => !getState().submission[form]?.submitting },
);

function change(state: FormStatuses, form: string, changes: Partial<FormStatus>): FormStatuses {
  return { ...state, [form]: { ...idle, ...state[form], ...changes } };
}

export const submissionReducer = createReducer<FormStatuses>({}, (builder) =>
  builder
    .addCase(submitForm.pending, (state, { meta }) => change(state, meta.arg.form, { submitting: true, failed: false }))
    .addCase(submitForm.fulfilled, (state, { meta, payload }) => {
      const stored = [...(state[meta.arg.form]?.stored ?? []), payload];
      return change(state, meta.arg.form, { ...noTrouble, submitting: false, stored });
    })
    .addCase(submitForm.rejected, (state, { meta, payload: { errors } = {} }) =>
      change(state, meta.arg.form, { submitting: false, errors: errors ?? {}, failed: !errors }),
    )
    .addCase(orderClosed, (state, { payload }) => change(state, payload, noTrouble))
    .addCase(navigated, (state, { payload }) => {
      if (payload.isNewPage) for (const status of Object.values(state)) Object.assign(status, noTrouble);
    }),
);
