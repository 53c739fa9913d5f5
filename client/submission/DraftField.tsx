import { css } from '@emotion/react';
import { type AllHTMLAttributes, type InputEvent, useId, useState } from 'react';
import type { FieldErrors } from '../../shared/submission.ts';
import { type DraftElement, draftName } from '../early/drafts.ts';
import { control, media } from '../ui/styles.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { contactForm, formSubmission } from './submissionSlice.ts';

const field = css({
  display: 'grid',
  // Lets a control be narrower than the browser's default width.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.375rem',
  '& span': { fontWeight: 600, fontSize: '0.9375rem' },
});
const errorStyle = css({ color: 'var(--danger)', fontSize: '0.9375rem', fontWeight: 500 });

export const fieldPair = css({
  display: 'grid',
  alignItems: 'start',
  gap: '1rem',
  [media.small]: { gridTemplateColumns: '1fr 1fr' },
});

/** The attributes of a select (with `options`), of a text area (with `rows`) or of an input. */
type ControlProps = AllHTMLAttributes<HTMLElement> & {
  readonly options?: readonly { readonly value: string; readonly label: string }[];
};

function Control({ options, readOnly, ...rest }: ControlProps) {
  const Tag = rest.rows ? 'textarea' : 'input';
  if (!options) return <Tag css={control} readOnly={readOnly} {...rest} />;
  return (
    // A select has no `readOnly`, so it is disabled instead.
    <select css={control} disabled={readOnly} {...rest}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

type DraftFieldProps = ControlProps & {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The value of the attribute `data-drafts` of the field's form. */
  readonly form: string;
  /** The messages of the form's invalid fields at the last sending, by field. */
  readonly errors: FieldErrors;
};

/** A control with label and error. Its default value is the draft, because hydration writes this value over a textarea's text. */
export function DraftField({ form, label, hint, defaultValue, errors, ...rest }: DraftFieldProps) {
  const { name } = rest;
  const [first] = useState(() => ({
    initial: defaultValue ?? '',
    text: (typeof window === 'undefined' ? undefined : drafts.read(draftName(form, name))) ?? defaultValue,
  }));
  const [latest, setLatest] = useState({ errors, message: errors[name] });
  if (latest.errors !== errors) setLatest({ errors, message: errors[name] });

  // After a failed sending, each change of the text updates the error. The error disappears when the text breaks no rule.
  const checkAgain = ({ target }: InputEvent<HTMLElement>) => {
    const rules = formSubmission.loaded();
    if (!errors[name] || !rules) return;
    setLatest({ errors, message: rules.messageFor(form !== contactForm, name, (target as DraftElement).value) });
  };

  const id = useId();
  const errorId = latest.message ? `${id}-error` : undefined;
  // The page from the server leaves this id out, because it has 14 order dialogs.
  const hintId = useHydrated() && hint ? `${id}-hint` : undefined;
  return (
    <div css={field}>
      <label css={field}>
        <span>{label}</span>
        <Control
          {...rest}
          defaultValue={first.text}
          data-draft={first.initial}
          aria-invalid={latest.message ? true : undefined}
          aria-describedby={errorId ?? hintId}
          onInput={checkAgain}
        />
      </label>
      {hint ? <small id={hintId}>{hint}</small> : null}
      {latest.message ? (
        <p css={errorStyle} id={errorId}>
          {latest.message}
        </p>
      ) : null}
    </div>
  );
}
