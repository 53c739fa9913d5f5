import { css } from '@emotion/react';
import { type InputHTMLAttributes, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';

const field = css({
  display: 'grid',
  // Narrower than a control would be by itself, if need be.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.375rem',
  '& span': { fontWeight: 600, fontSize: '0.9375rem' },
});
const hintStyle = css({ color: 'var(--muted)', fontSize: '0.875rem' });
const errorStyle = css({ color: 'var(--danger)', fontSize: '0.9375rem', fontWeight: 500 });
const control = css({
  width: '100%',
  minHeight: '2.75rem',
  padding: '0.5625rem 0.75rem',
  background: 'var(--ground)',
  border: '1px solid var(--line-strong)',
  borderRadius: '0.5rem',
  '&:hover': { borderColor: 'var(--accent)' },
  '&:focus-visible': { outlineOffset: 0, borderColor: 'var(--accent-2)' },
  '&[aria-invalid="true"]': { borderColor: 'var(--danger)' },
  'textarea&': { resize: 'vertical', minHeight: '6.5rem' },
});

export type FieldOption = { readonly value: string; readonly label: string };

type Common = {
  readonly label: string;
  readonly name: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly 'data-draft'?: string | number | readonly string[];
};
export type FieldProps = Common &
  (
    | ({ readonly multiline?: false; readonly options?: undefined } & InputHTMLAttributes<HTMLInputElement>)
    | ({ readonly multiline: true; readonly options?: undefined } & TextareaHTMLAttributes<HTMLTextAreaElement>)
    | ({
        readonly multiline?: false;
        readonly options: readonly FieldOption[];
      } & SelectHTMLAttributes<HTMLSelectElement>)
  );

type ControlProps = {
  readonly multiline?: boolean | undefined;
  readonly options?: readonly FieldOption[] | undefined;
} & (
  | InputHTMLAttributes<HTMLInputElement>
  | TextareaHTMLAttributes<HTMLTextAreaElement>
  | SelectHTMLAttributes<HTMLSelectElement>
);

function Control({ multiline, options, ...attributes }: ControlProps) {
  if (options) {
    const { readOnly, ...rest } = attributes as SelectHTMLAttributes<HTMLSelectElement> & {
      readonly readOnly?: boolean;
    };
    return (
      // A select has no `readOnly`.
      <select css={control} disabled={readOnly} {...rest}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return multiline ? (
    <textarea css={control} {...(attributes as TextareaHTMLAttributes<HTMLTextAreaElement>)} />
  ) : (
    <input css={control} {...(attributes as InputHTMLAttributes<HTMLInputElement>)} />
  );
}

/** A form control with its label, hint and error. */
export function Field({ label, hint, error, ...rest }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div css={field}>
      <label css={field}>
        <span>{label}</span>
        <Control
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
        />
      </label>
      {hint ? (
        <p css={hintStyle} id={hintId}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p css={errorStyle} id={errorId}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
