import { css, type SerializedStyles } from '@emotion/react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { collectionNotice } from '../../shared/legal/collectionNotice.ts';
import { legalTitle } from '../../shared/legal/list.ts';
import { messages, stillSending, whenAnswered } from '../../shared/messages.ts';
import { legalPath } from '../../shared/paths.ts';
import { longWait } from '../../shared/waits.ts';
import type { Texts } from '../early/drafts.ts';
import { showFocusedField } from '../early/focusKeeper.ts';
import { useHasLasted } from '../hooks.ts';
import { Button, buttonStyles } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useHydrated } from '../ui/useHydrated.ts';
import type { SubmissionForm } from './useSubmissionForm.ts';

const notice = css({ color: 'var(--muted)', fontSize: '0.875rem', lineHeight: 1.5 });
const sendingLine = css({
  flexBasis: '100%',
  fontSize: '0.9375rem',
  lineHeight: 1.5,
  // The empty element takes no room. It exists early, because screen readers announce only changes of an existing element.
  '&:empty': { position: 'absolute' },
});
const box = css({
  display: 'grid',
  gap: '0.75rem',
  padding: '1rem',
  border: '1px solid var(--danger)',
  borderRadius: '0.625rem',
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '0.5rem' },
  '& button': { paddingInline: 0 },
});

/** The texts of the button, also while the form is being sent, and the error message if sending failed. */
const texts = {
  message: { button: 'Send Message', busy: 'Send Message', size: 'lg', failure: messages.messageFailed.description },
  order: { button: 'Submit Order', busy: 'Submitting...', size: 'default', failure: messages.orderFailed.description },
} as const;

type FallbackContactsProps = { readonly submission: SubmissionForm; readonly subject: string; readonly text: string };

/** Other ways to send the text. A plain post's failure is shown here: after a post by script, a toast shows the message. */
function FallbackContacts({ submission: { kind, failed }, subject, text }: FallbackContactsProps) {
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
      {failed && isFromServer ? (
        <p>
          <strong>{texts[kind].failure}</strong>
        </p>
      ) : null}
      <p>
        <strong>Nothing you typed is lost.</strong>
        {failed ? ` Press ${texts[kind].button} again in a moment: the same text is stored only once.` : null}
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

type SubmissionFooterProps = {
  readonly submission: SubmissionForm;
  /** The subject of the mail. */
  readonly subject: string;
  /** The message for the mail and chat links. By default, the typed message. */
  readonly messageOf?: (typed: Texts) => string;
  readonly isDisabled?: boolean;
  /** The style of the row with the note, other buttons (`children`), and the button that sends the form. */
  readonly styles: SerializedStyles;
  readonly note?: ReactNode;
  /** What the visitor must do before the button works. */
  readonly check?: ReactNode;
  readonly children?: ReactNode;
};

/** The end of every form: other ways to reach the company after a failure, when the answer comes, privacy, and the button. */
export function SubmissionFooter({ submission, subject, messageOf, isDisabled, ...row }: SubmissionFooterProps) {
  const { kind, submitting, isTroubled, typed } = submission;
  const { button, busy, size } = texts[kind];
  const isLong = useHasLasted(submitting, longWait);
  // The message of an order has the chosen options.
  const { message = '', billing, dataCentre, operatingSystem, ...person } = typed;
  const text = [...Object.values(person).filter(Boolean), '', messageOf?.(typed) ?? message].join('\n');
  return (
    <>
      {isTroubled ? <FallbackContacts {...{ submission, subject, text }} /> : null}
      <p css={notice}>
        {`${whenAnswered} ${collectionNotice.text} `}
        {collectionNotice.documents.map((id) => (
          <Fragment key={id}>
            <a href={legalPath(id)} target="_blank" rel="noopener">
              {legalTitle(id)}
            </a>{' '}
          </Fragment>
        ))}
      </p>
      {row.check}
      <div css={row.styles}>
        {row.note}
        {submitting ? (
          <p css={sendingLine} role="status">
            {isLong ? stillSending(kind) : null}
          </p>
        ) : null}
        {row.children}
        <Button type="submit" size={size} disabled={submitting || isDisabled} busy={submitting}>
          {submitting ? busy : button}
        </Button>
      </div>
    </>
  );
}
