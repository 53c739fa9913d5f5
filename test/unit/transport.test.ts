import { expect, test } from '@jest/globals';
import type { Mail } from '../../server/submissions/mail.ts';
import { classifyFault, faultFields } from '../../server/submissions/smtpFault.ts';
import { smtpTransport } from '../../server/submissions/transport.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';

const mail: Mail = {
  from: 'site@cirrux.example',
  to: 'sales@cirrux.example, gone@cirrux.example',
  replyTo: { name: 'Jo', address: 'jo@visitor.example' },
  subject: 'A message',
  messageId: '<1@cirrux.example>',
  date: new Date(0),
  text: 'A message',
  headers: {},
  fileName: 'mail',
};

test("if one of two recipients is rejected, sending rejects with the server's code", async () => {
  const mails: string[] = [];
  const mailServer = await startMailServer({ onMail: (raw) => mails.push(raw) });
  let recipients = 0;
  mailServer.react = (step) => {
    if (step !== 'rcptTo') return undefined;
    recipients += 1;
    return recipients === 2 ? '550 gone' : undefined;
  };
  const transport = smtpTransport(mailServer.url);
  try {
    const error = await transport.send(mail, new AbortController().signal).catch((reason: unknown) => reason);
    expect(mails).toHaveLength(1);
    expect(faultFields(error)).toMatchObject({ responseCode: 550, command: 'RCPT TO' });
    expect(classifyFault(error)).toBe('refused');
  } finally {
    transport.close();
    await mailServer.stop();
  }
});
