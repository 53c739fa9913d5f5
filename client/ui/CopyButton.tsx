import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { visuallyHidden } from './styles.ts';

type CopyButtonProps = {
  readonly text: string;
  /** What the visitor can do if the text cannot be copied. */
  readonly otherwise: string;
  /** Whether the button is in a live region, which announces the button's text by itself. */
  readonly isInLiveRegion?: boolean;
  readonly children: ReactNode;
};

/** Copies a text, because the content protection blocks copying by hand. Needs scripts. The button then says what has come of it. */
export function CopyButton({ text, otherwise, isInLiveRegion = false, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      // Pages without https have no clipboard, and a browser may refuse access to the clipboard.
      setOutcome(otherwise);
    }
  };

  return (
    <>
      <Button variant="link" size="sm" onClick={copy}>
        {outcome || children}
      </Button>
      {isInLiveRegion ? null : (
        <span css={visuallyHidden} role="status">
          {outcome}
        </span>
      )}
    </>
  );
}
