import { useState } from 'react';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { draftName } from './draftStorage.ts';
import { draftOf } from './drafts.ts';
import { formSubmission } from './formSubmission.ts';

export type DraftFieldProps = FieldProps & {
  /** The `data-drafts` of the field's form. */
  readonly form: string;
};

/**
 * A field whose default value is its draft. Setting the value later would lose text: while React hydrates, it writes
 * the default of a pre-filled textarea over what a visitor is typing.
 */
export function DraftField({ form, defaultValue, error, ...rest }: DraftFieldProps) {
  const { name } = rest;
  const [initialValue] = useState(() => draftOf(draftName(form, name)) ?? defaultValue);
  // After an error, the message of the text as it is now: none, as soon as the field is mended.
  const [latest, setLatest] = useState({ error, message: error });
  if (latest.error !== error) setLatest({ error, message: error });

  const checkAgain = ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => {
    if (!error) return;
    formSubmission.preload().then(
      ({ messageFor }) => setLatest({ error, message: messageFor(form, name, value) }),
      () => {},
    );
  };

  return (
    <Field {...rest} defaultValue={initialValue} error={error && latest.message} onInput={checkAgain} data-draft="" />
  );
}
