import { useState } from 'react';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { draftOf } from './drafts.ts';

export type DraftFieldProps = FieldProps & {
  /** The name under which `drafts.ts` keeps what is typed. */
  readonly draft: string;
};

/**
 * A field that begins with what was last typed into it. As the default and not set afterwards: while React hydrates,
 * it writes the default of a pre-filled textarea over what a visitor is typing.
 */
export function DraftField({ draft, defaultValue, ...rest }: DraftFieldProps) {
  const [begunWith] = useState(() => draftOf(draft) ?? defaultValue);
  return <Field {...rest} defaultValue={begunWith} data-draft={draft} />;
}
