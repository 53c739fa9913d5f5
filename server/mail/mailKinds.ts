import type { MailKind } from '../outbox/mails.ts';
import { composeConfirmation } from './confirmation.ts';
import type { Mail, MailAddresses, MailContent } from './mail.ts';
import { composeNotice, composeTextlessNotice } from './notice.ts';

type Compose = (content: MailContent, addresses: MailAddresses) => Mail;
type KindRules = {
  readonly compose: Compose;
  /** Makes a mail without the visitor's text. If the mail server refuses the text, the operator gets this mail instead. */
  readonly composeInstead?: Compose;
  /** In milliseconds. An older mail is given up, even without an attempt. Undefined: MAIL_GIVE_UP_HOURS, for tried mails only. */
  readonly giveUpAge?: number;
  /** How many mails are sent at once, so that a slow mail does not delay the next. Notices matter more, so more are sent at once. */
  readonly atOnce: number;
};

export const mailKinds: Readonly<Record<MailKind, KindRules>> = {
  notice: { compose: composeNotice, composeInstead: composeTextlessNotice, atOnce: 4 },
  // After six hours, nobody wants a confirmation any more.
  confirmation: { compose: composeConfirmation, giveUpAge: 6 * 60 * 60 * 1000, atOnce: 2 },
};
