import { useState } from 'react';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { draftOf } from './drafts.ts';

export type DraftFieldProps = FieldProps & {
  /** The draft's name in `drafts.ts`. */
  readonly draft: string;
};

/**
 * A field whose default value is its draft. Setting the value later would lose text: while React hydrates, it writes
 * the default of a pre-filled textarea over what a visitor is typing.
 */
export function DraftField({ draft, defaultValue, ...rest }: DraftFieldProps) {
  const [initialValue] = useState(() => draftOf(draft) ?? defaultValue);
  return <Field {...rest} defaultValue={initialValue} data-draft={draft} />;
}
