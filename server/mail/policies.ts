import type { MailKind } from '../outbox/store.ts';
import { composeConfirmation } from './confirmationMail.ts';
import { composeNotice, composeTextlessNotice, type Mail, type MailAddresses, type MailContent } from './mail.ts';

/** Mails sent at once, so that one that hangs does not hold up the others. Those to the operator matter more. */
export const concurrency = { operator: 4, sender: 2 } as const;

/** What the kinds of mail differ in. */
export type Policy = {
  readonly compose: (content: MailContent, addresses: MailAddresses) => Mail;
  /** The mail that leaves in place of one whose text is refused: else a visitor's text could raise an alarm. */
  readonly composeInstead?: (content: MailContent, addresses: MailAddresses) => Mail;
  /** The age in milliseconds at which it is given up, also untried; undefined: once it fails at the configuration's. */
  readonly giveUpAge?: number;
};

/** How each kind of mail is sent. */
export const policies: Readonly<Record<MailKind, Policy>> = {
  notice: {
    compose: composeNotice,
    composeInstead: composeTextlessNotice,
  },
  confirmation: {
    compose: composeConfirmation,
    // Later, nobody wants one any more.
    giveUpAge: 6 * 60 * 60 * 1000,
  },
};
