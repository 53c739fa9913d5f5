import { useState } from 'react';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { draftName } from './draftStorage.ts';
import { draftOf } from './drafts.ts';

export type DraftFieldProps = FieldProps & {
  /** The `data-drafts` of the field's form. */
  readonly form: string;
};

/**
 * A field whose default value is its draft. Setting the value later would lose text: while React hydrates, it writes
 * the default of a pre-filled textarea over what a visitor is typing.
 */
export function DraftField({ form, defaultValue, ...rest }: DraftFieldProps) {
  const [initialValue] = useState(() => draftOf(draftName(form, rest.name)) ?? defaultValue);
  return <Field {...rest} defaultValue={initialValue} data-draft="" />;
}
