import { useEffect, useState } from 'react';
import type { FieldErrors } from '../../shared/submission.ts';
import { draftName } from '../early/drafts.ts';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { untilLoaded } from '../ui/untilLoaded.ts';
import { formSubmission } from './formSubmission.ts';

type DraftFieldProps = FieldProps & {
  /** The `data-drafts` of the field's form. */
  readonly form: string;
  /** The messages of the form's last refusal. Each refusal is a new object, even with the same messages. */
  readonly errors: FieldErrors;
};

/**
 * A field whose default value is its draft. Setting the value later would lose text: while React hydrates, it writes
 * the default of a pre-filled textarea over what a visitor is typing.
 */
export function DraftField({ form, defaultValue, errors, ...rest }: DraftFieldProps) {
  const { name } = rest;
  const [first] = useState(() => ({
    errors,
    initial: defaultValue,
    text: (typeof window === 'undefined' ? undefined : drafts.read(draftName(form, name))) ?? defaultValue,
  }));
  // After a refusal, each change of the text updates the message. It disappears when the text breaks no rule.
  const [latest, setLatest] = useState({ errors, message: errors[name] });
  if (latest.errors !== errors) setLatest({ errors, message: errors[name] });

  useEffect(() => {
    if (!errors[name]) return;
    const end = new AbortController();
    untilLoaded(formSubmission.preload).then(({ watchMending }) =>
      watchMending(
        form,
        name,
        (message) => setLatest({ errors, message }),
        end.signal,
        errors === first.errors ? first.initial : undefined,
      ),
    );
    return () => end.abort();
  }, [form, name, errors, first]);

  return <Field {...rest} defaultValue={first.text} error={latest.message} data-draft={first.initial ?? ''} />;
}
