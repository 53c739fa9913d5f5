import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { visuallyHidden } from './styles.ts';
import { useHydrated } from './useHydrated.ts';

type CopyButtonProps = {
  readonly text: string;
  /** What the visitor can do if the text cannot be copied. */
  readonly otherwise?: string;
  readonly children?: ReactNode;
};

/** Copies a text, because the content protection blocks copying by hand. Appears after hydration, and says what has come of it. */
export function CopyButton({ text, otherwise = 'Please write it down', children = 'Copy' }: CopyButtonProps) {
  const hydrated = useHydrated();
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

  if (!hydrated) return null;
  return (
    <>
      <Button variant="link" size="sm" onClick={copy}>
        {outcome || children}
      </Button>
      <span css={visuallyHidden} role="status">
        {outcome}
      </span>
    </>
  );
}
