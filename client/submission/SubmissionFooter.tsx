import { css, type SerializedStyles } from '@emotion/react';
import { Fragment, type ReactNode } from 'react';
import { collectionNotice } from '../../shared/legal/collectionNotice.ts';
import { legalTitle } from '../../shared/legal/list.ts';
import { messages, stillSending, whenAnswered } from '../../shared/messages.ts';
import { legalPath } from '../../shared/paths.ts';
import { longWait } from '../../shared/waits.ts';
import type { Texts } from '../early/drafts.ts';
import { useHasLasted } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { FallbackContacts } from './FallbackContacts.tsx';
import type { SubmissionForm } from './useSubmissionForm.ts';

const notice = css({ color: 'var(--muted)', fontSize: '0.875rem', lineHeight: 1.5 });
const sendingLine = css({
  flexBasis: '100%',
  fontSize: '0.9375rem',
  lineHeight: 1.5,
  // The empty element takes no room. It exists early, because screen readers announce only changes of an existing element.
  '&:empty': { position: 'absolute' },
});

/** When the answer comes, and the privacy notice. Links open in a new tab, so that the form stays. */
function CollectionNotice() {
  return (
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
  );
}

function StillSending({ kind }: { readonly kind: 'order' | 'message' }) {
  const isLong = useHasLasted(true, longWait);
  return (
    <p css={sendingLine} role="status">
      {isLong ? stillSending(kind) : null}
    </p>
  );
}

/** The texts of the button, also while the form is being sent, and the error message if sending failed. */
const texts = {
  message: { button: 'Send Message', busy: 'Send Message', size: 'lg', failure: messages.messageFailed.description },
  order: { button: 'Submit Order', busy: 'Submitting...', size: 'default', failure: messages.orderFailed.description },
} as const;

type SubmissionFooterProps = {
  readonly submission: SubmissionForm;
  readonly kind: keyof typeof texts;
  /** The subject of the mail, and the typed text for the mail and chat links. */
  readonly subject: string;
  readonly textOf: (typed: Texts) => string;
  readonly isDisabled?: boolean;
  /** The style of the row with the note, other buttons (`children`), and the button that sends the form. */
  readonly style: SerializedStyles;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
};

/** The end of every form: other ways to reach the company after a failure, the privacy notice, and the button. */
export function SubmissionFooter({ submission, kind, subject, textOf, ...row }: SubmissionFooterProps) {
  const { submitting, failed, isTroubled, typed } = submission;
  const { button, busy, size, failure } = texts[kind];
  const { style, note, children, isDisabled = false } = row;
  const other = { button, subject, failure: failed ? failure : undefined };
  return (
    <>
      {isTroubled ? <FallbackContacts {...other} text={textOf(typed)} /> : null}
      <CollectionNotice />
      <div css={style}>
        {note}
        {submitting ? <StillSending kind={kind} /> : null}
        {children}
        <Button type="submit" size={size} disabled={submitting || isDisabled} busy={submitting}>
          {submitting ? busy : button}
        </Button>
      </div>
    </>
  );
}
