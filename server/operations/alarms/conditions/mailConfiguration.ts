import { commandLine } from '../../../config/commandLine.ts';
import type { MailOutcome } from '../../../mail/outcome.ts';
import type { Alarm, Condition } from '../alarms.ts';

/** A configuration that the mail server refuses, until a mail is delivered. `before`: the alarm of the process before this one. */
export function mailConfiguration(usesSmtp: boolean, before: Alarm | undefined) {
  let alarm = before;
  const remedy = usesSmtp
    ? `Check SMTP_URL, MAIL_FROM and MAIL_TO with "${commandLine} test-mail".`
    : 'See that DATA_DIR/mail can be written.';
  const condition: Condition = {
    name: 'mail-configuration',
    look: async () => alarm,
    over: 'Mail is delivered again: its configuration is right',
  };
  return {
    condition,
    note: (mail: MailOutcome): void => {
      if (mail.outcome === 'sent') alarm = undefined;
      if (mail.outcome === 'misconfigured')
        alarm = {
          level: 'error',
          message: `No mail leaves, because its configuration is at fault; submissions are kept and sent once it is right. ${mail.advice ?? remedy}`,
        };
    },
  };
}
