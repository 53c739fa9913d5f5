import type { MailKind } from '../outbox/mails.ts';
import { composeConfirmation } from './confirmation.ts';
import type { Mail, MailAddresses, MailContent } from './mail.ts';
import { composeNotice, composeTextlessNotice } from './notice.ts';

type Compose = (content: MailContent, addresses: MailAddresses) => Mail;
type Sent = {
  readonly compose: Compose;
  /** Makes a mail without the visitor's text. It is sent if the mail server refuses the text, so that the operator hears of it. */
  readonly composeInstead?: Compose;
  /** In milliseconds. An older mail is given up, even without an attempt. Undefined: MAIL_GIVE_UP_HOURS, after a failed attempt. */
  readonly giveUpAge?: number;
  /** How many mails are sent at the same time, so that one slow mail does not delay the others. Notices get more, as they matter more. */
  readonly atOnce: number;
};

export const mailKinds: Readonly<Record<MailKind, Sent>> = {
  notice: { compose: composeNotice, composeInstead: composeTextlessNotice, atOnce: 4 },
  // After six hours, nobody wants a confirmation any more.
  confirmation: { compose: composeConfirmation, giveUpAge: 6 * 60 * 60 * 1000, atOnce: 2 },
};
