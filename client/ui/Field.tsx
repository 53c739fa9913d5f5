import { css } from '@emotion/react';
import { type AllHTMLAttributes, useId } from 'react';
import { media } from './styles.ts';

const field = css({
  display: 'grid',
  // Lets a control be narrower than its default width.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.375rem',
  '& span': { fontWeight: 600, fontSize: '0.9375rem' },
});
const errorStyle = css({ color: 'var(--danger)', fontSize: '0.9375rem', fontWeight: 500 });
/** The style of inputs, text areas and selects. */
export const control = css({
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

/** Two fields side by side on wider screens. */
export const fieldPair = css({
  display: 'grid',
  alignItems: 'start',
  gap: '1rem',
  [media.small]: { gridTemplateColumns: '1fr 1fr' },
});

type FieldOption = { readonly value: string; readonly label: string };

/** The attributes of a select, if there are `options`; of a text area, if there are `rows`; else of an input. */
type ControlProps = AllHTMLAttributes<HTMLElement> & {
  readonly options?: readonly FieldOption[];
  readonly 'data-draft'?: AllHTMLAttributes<HTMLElement>['defaultValue'];
};

export type FieldProps = ControlProps & {
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
};

function Control({ options, readOnly, ...rest }: ControlProps) {
  if (options)
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
  return rest.rows ? (
    <textarea css={control} readOnly={readOnly} {...rest} />
  ) : (
    <input css={control} readOnly={readOnly} {...rest} />
  );
}

/** A form control with its label and error. */
export function Field({ label, error, ...rest }: FieldProps) {
  const id = useId();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div css={field}>
      <label css={field}>
        <span>{label}</span>
        <Control {...rest} aria-invalid={error ? true : undefined} aria-describedby={errorId} />
      </label>
      {error ? (
        <p css={errorStyle} id={errorId}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
