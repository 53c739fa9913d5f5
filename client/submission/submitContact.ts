import { createAsyncThunk } from '@reduxjs/toolkit';
import { type FilledForm, isNotSubmitting, type Stored, type SubmitConfig, submit } from './submit.ts';

export const contactForm = 'contact';

/** The name of a field's draft. */
export function contactDraft(field: string): string {
  return `${contactForm}.${field}`;
}

/** Validates and posts the contact form. */
export const submitContact = createAsyncThunk<Stored, FilledForm, SubmitConfig>(
  'submission/submitContact',
  (filled, api) =>
    submit(
      filled,
      {
        check: ({ check, contactSchema }, typed) => check(contactSchema, typed),
        compose: (message) => message,
        isDraft: (name) => name.startsWith(contactDraft('')),
        keyDraft: contactDraft('key'),
        failure: 'Failed to send message',
      },
      api,
    ),
  { condition: isNotSubmitting },
);
