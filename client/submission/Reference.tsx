import { css } from '@emotion/react';
import { useHydrated } from '../hooks.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

const line = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '0.5rem',
  // The line leaves room for the button, which appears after hydration.
  minHeight: '2.75rem',
  '& button': { paddingInline: 0 },
});
const number = css({ fontVariantNumeric: 'tabular-nums' });

type ReferenceProps = { readonly reference: string; readonly isInLiveRegion?: boolean };

/** A submission's reference and, after hydration, a copy button. */
export function Reference({ reference, isInLiveRegion = false }: ReferenceProps) {
  const hydrated = useHydrated();
  return (
    <span css={line}>
      <span>
        Reference <b css={number}>{reference}</b>
      </span>
      {hydrated ? (
        <CopyButton text={reference} otherwise="Please write it down" isInLiveRegion={isInLiveRegion}>
          Copy
        </CopyButton>
      ) : null}
    </span>
  );
}
