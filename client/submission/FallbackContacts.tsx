import { css } from '@emotion/react';
import { useEffect, useRef, useState } from 'react';
import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { showFocusedField } from '../early/focusKeeper.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useHydrated } from '../ui/useHydrated.ts';

const box = css({
  display: 'grid',
  gap: '0.75rem',
  padding: '1rem',
  border: '1px solid var(--danger)',
  borderRadius: '0.625rem',
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '0.5rem' },
  '& button': { paddingInline: 0 },
});

type FallbackContactsProps = {
  /** The error message, if sending failed. Shown only after a plain post: after a post by script, a toast shows the message. */
  readonly failure: string | undefined;
  readonly button: string;
  readonly subject: string;
  /** The typed text, which prefills the mail and the chat. */
  readonly text: string;
};

export function FallbackContacts({ failure, button, subject, text }: FallbackContactsProps) {
  const hydrated = useHydrated();
  const [isFromServer] = useState(!hydrated);
  const element = useRef<HTMLDivElement>(null);

  // In a scrolled dialog, the box could appear out of sight, so scroll to the box. A focused field stays in sight.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
    showFocusedField();
  }, []);

  const ways = [
    { label: 'Email', href: mailLink(subject, text) },
    { label: company.messaging.name, href: messagingLink(text), target: '_blank', rel: 'noopener' },
    { label: company.phone.display, href: phoneLink },
  ];
  return (
    <div css={box} ref={element}>
      {failure && isFromServer ? (
        <p>
          <strong>{failure}</strong>
        </p>
      ) : null}
      <p>
        <strong>Nothing you typed is lost.</strong>
        {failure ? ` Press ${button} again in a moment: the same text is stored only once.` : null}
      </p>
      <p>You can also send it to us this way, or phone:</p>
      <ul>
        {ways.map(({ label, ...link }) => (
          <li key={label}>
            <a className="no-print" css={buttonStyles('secondary', 'sm')} {...link}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <CopyButton text={text} otherwise="Please copy it by hand">
            Copy the Text
          </CopyButton>
        </li>
      </ul>
    </div>
  );
}
