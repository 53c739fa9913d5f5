import { css } from '@emotion/react';
import { useEffect, useRef, useState } from 'react';
import { company } from '../../shared/company.ts';
import { longestMailLink, mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { useHydrated } from '../hooks.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { CopyButton } from './CopyButton.tsx';

const box = css({
  display: 'grid',
  gap: '0.75rem',
  padding: '1rem',
  border: '1px solid var(--danger)',
  borderRadius: '0.625rem',
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '0.5rem' },
});

const wholeText = css({ maxHeight: '8rem', overflow: 'auto', whiteSpace: 'pre-wrap', fontSize: '0.875rem' });

export type FallbackContactsProps = {
  /** The error message, if sending failed. Of a submission by script, a toast says it. */
  readonly failure: string | undefined;
  /** The text of the button that sends the form. */
  readonly button: string;
  readonly subject: string;
  /** The typed text, which prefills the mail and the chat. */
  readonly text: string;
};

/** Other ways to contact the company if sending or the captcha fails. */
export function FallbackContacts({ failure, button, subject, text }: FallbackContactsProps) {
  const hydrated = useHydrated();
  const [isFromServer] = useState(!hydrated);
  const element = useRef<HTMLDivElement>(null);

  // Otherwise, it could be out of sight in a dialog that scrolls.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const shown = useRef<HTMLParagraphElement>(null);
  const filledMail = mailLink(subject, text);
  const isTooLong = filledMail.length > longestMailLink;
  const ways = [
    { label: 'Email', href: isTooLong ? mailLink(subject) : filledMail },
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
      </ul>
      {isTooLong && hydrated ? (
        <>
          <p>
            It is too long for a mail link: <CopyButton label="Copy Your Text" text={text} shown={shown} />
          </p>
          <p css={wholeText} ref={shown}>
            {text}
          </p>
        </>
      ) : null}
    </div>
  );
}
