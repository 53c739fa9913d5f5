import { type RefObject, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { visuallyHidden } from '../ui/styles.ts';

/** Copies without the Clipboard API, which needs https. Hides the event from the site's content protection. */
function copyBySelection(element: HTMLElement): boolean {
  const hideEvent = (event: Event) => event.stopPropagation();
  getSelection()?.selectAllChildren(element);
  addEventListener('copy', hideEvent, { capture: true });
  const isCopied = document.execCommand('copy');
  removeEventListener('copy', hideEvent, { capture: true });
  return isCopied;
}

export type CopyButtonProps = {
  readonly label: string;
  readonly text: string;
  /** The element that shows the text. */
  readonly shown: RefObject<HTMLElement | null>;
};

/** Copies a text: the content protection blocks copying by hand. */
export function CopyButton({ label, text, shown }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');

  const copy = async () => {
    // Browsers offer the clipboard in secure contexts only, and may refuse it there as well.
    const isWritten = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    const isCopied = isWritten || (shown.current && copyBySelection(shown.current));
    setOutcome(isCopied ? 'Copied' : 'Please write it down');
  };

  return (
    <>
      <Button variant="link" size="sm" onClick={copy}>
        {outcome || label}
      </Button>
      <span css={visuallyHidden} role="status">
        {outcome}
      </span>
    </>
  );
}
