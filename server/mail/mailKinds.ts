import { hour } from '../lib/times.ts';
import type { MailKind } from '../outbox/mails.ts';
import { composeConfirmation } from './confirmation.ts';
import { composeNotice, composeTextlessNotice } from './notice.ts';

type KindRules = {
  readonly compose: typeof composeNotice;
  /** Makes a mail without the visitor's text. If the mail server refuses the text, the operator gets this mail instead. */
  readonly composeInstead?: typeof composeTextlessNotice;
  /** In milliseconds. An older mail is not tried any more. Undefined: the first attempt after MAIL_GIVE_UP_HOURS is the last. */
  readonly giveUpAge?: number;
  /** How many mails of this kind are sent at once, so that one slow mail does not delay the others. */
  readonly atOnce: number;
};

export const mailKinds: Readonly<Record<MailKind, KindRules>> = {
  notice: { compose: composeNotice, composeInstead: composeTextlessNotice, atOnce: 4 },
  // After six hours, nobody wants a confirmation any more.
  confirmation: { compose: composeConfirmation, giveUpAge: 6 * hour, atOnce: 2 },
};
