import { css } from '@emotion/react';
import { useRef } from 'react';
import { useHydrated } from '../hooks.ts';
import { CopyButton } from './CopyButton.tsx';

const line = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '0.5rem',
  // Room for the button, which appears after hydration.
  minHeight: '2.75rem',
  '& button': { paddingInline: 0 },
});
const number = css({ fontVariantNumeric: 'tabular-nums' });

/** A submission's reference and, after hydration, a copy button: the content protection blocks copying by hand. */
export function Reference({ reference }: { readonly reference: string }) {
  const hydrated = useHydrated();
  const shown = useRef<HTMLElement>(null);

  return (
    <span css={line}>
      <span>
        Reference{' '}
        <b css={number} ref={shown}>
          {reference}
        </b>
      </span>
      {hydrated ? <CopyButton label="Copy" text={reference} shown={shown} /> : null}
    </span>
  );
}
