import { css } from '@emotion/react';
import { useState } from 'react';
import { useHydrated } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { visuallyHidden } from '../ui/styles.ts';

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

/** A submission's reference and, after hydration, a copy button: the content protection blocks copying by hand. */
export function Reference({ reference }: { readonly reference: string }) {
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState('');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      setOutcome('Copied');
    } catch {
      // Pages without https have no clipboard, and a browser may refuse access to the clipboard.
      setOutcome('Please write it down');
    }
  };

  return (
    <span css={line}>
      <span>
        Reference <b css={number}>{reference}</b>
      </span>
      {hydrated ? (
        <>
          <Button variant="link" size="sm" onClick={copy}>
            {outcome || 'Copy'}
          </Button>
          <span css={visuallyHidden} role="status">
            {outcome}
          </span>
        </>
      ) : null}
    </span>
  );
}
