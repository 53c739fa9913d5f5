import { css } from '@emotion/react';
import { useRef, useState } from 'react';
import { useHydrated } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { visuallyHidden } from '../ui/styles.ts';

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

/** Copies without the Clipboard API, which needs https. Hides the event from the site's content protection. */
function copyBySelection(element: HTMLElement): boolean {
  const hideEvent = (event: Event) => event.stopPropagation();
  getSelection()?.selectAllChildren(element);
  addEventListener('copy', hideEvent, { capture: true });
  const isCopied = document.execCommand('copy');
  removeEventListener('copy', hideEvent, { capture: true });
  return isCopied;
}

/** A submission's reference and, after hydration, a copy button: the content protection blocks copying by hand. */
export function Reference({ reference }: { readonly reference: string }) {
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState('');
  const shown = useRef<HTMLElement>(null);

  const copy = async () => {
    // Browsers offer the clipboard in secure contexts only, and may refuse it there as well.
    const isWritten = await navigator.clipboard?.writeText(reference).then(
      () => true,
      () => false,
    );
    const isCopied = isWritten || (shown.current && copyBySelection(shown.current));
    setOutcome(isCopied ? 'Copied' : 'Please write it down');
  };

  return (
    <span css={line} data-obstacle>
      <span>
        Reference{' '}
        <b css={number} ref={shown}>
          {reference}
        </b>
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
