import type { MailKind } from '../outbox/mails.ts';
import { composeConfirmation } from './confirmation.ts';
import type { Mail, MailAddresses, MailContent } from './mail.ts';
import { composeNotice, composeTextlessNotice } from './notice.ts';

type Compose = (content: MailContent, addresses: MailAddresses) => Mail;
type Sent = {
  readonly compose: Compose;
  /** The mail that leaves in place of one whose text is refused: else a visitor's text could raise an alarm. */
  readonly composeInstead?: Compose;
  /** The age in milliseconds at which it is given up, also untried; undefined: once it fails at the configuration's. */
  readonly giveUpAge?: number;
  /** Mails sent at once, so that one that hangs does not hold up the others. Those to the operator matter more. */
  readonly atOnce: number;
};

/** How each kind of mail is sent. */
export const mailKinds: Readonly<Record<MailKind, Sent>> = {
  notice: { compose: composeNotice, composeInstead: composeTextlessNotice, atOnce: 4 },
  // Six hours later, nobody wants a confirmation any more.
  confirmation: { compose: composeConfirmation, giveUpAge: 6 * 60 * 60 * 1000, atOnce: 2 },
};
