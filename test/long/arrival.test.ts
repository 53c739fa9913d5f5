import { expect, test } from '@jest/globals';
import { startDovecot } from '../helpers/mail/dovecot.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { logged, submit } from '../helpers/visitor/posts.ts';

/** The headers that the receiving server puts before those of the sender. */
const ofReceiver = `Authentication-Results: mx.example;
\tspf=pass smtp.mailfrom=cirrux.example; dkim=none; dmarc=pass (p=none)
Received: from mail.example (localhost [127.0.0.1])
\tby mx.example with ESMTP; ${new Date().toUTCString().replace('GMT', '+0000')}
`.replaceAll('\n', '\r\n');

withDebianTool('dovecot', () => {
  const folders = ['INBOX', 'Archive', 'Junk'] as const;

  test('mails in the INBOX, the archive and the junk folder have arrived', async () => {
    const dovecot = await untilEnd(startDovecot());
    const free: (typeof folders)[number][] = [...folders];
    const onMail = (raw: string) => dovecot.file(free.shift() ?? 'INBOX', ofReceiver + raw);
    const mailServer = await untilEnd(startMailServer({ onMail }));
    const environment = { SMTP_URL: mailServer.url, DATA_DIR: directoryUntilEnd() };
    // A site looks into the mailbox when it starts, and then only once a minute.
    const sending = await startApp(environment);
    const references: string[] = [];
    for (const _ of folders) {
      const reference = await submit(sending);
      await logged(sending, 'mail delivered', reference);
      references.push(reference);
    }
    await sending.stop();
    const looking = await untilEnd(startApp({ ...environment, IMAP_URL: dovecot.url }));
    for (const [index, reference] of references.entries())
      expect(await logged(looking, 'mail arrived', reference)).toMatchObject({ level: 30, folder: folders[index] });
  });

  test('test-mail waits for its mail, and prints where it arrived and what the receiving server found', async () => {
    const dovecot = await untilEnd(startDovecot());
    const { promise: later, resolve } = Promise.withResolvers<void>();
    let looks = 0;
    // The mail is filed when the second look begins. So the first look does not find it, and the command must look again.
    dovecot.listener.on('secureConnection', () => {
      looks += 1;
      if (looks === 2) resolve();
    });
    const onMail = (raw: string) => void later.then(() => dovecot.file('INBOX', ofReceiver + raw));
    const mailServer = await untilEnd(startMailServer({ onMail }));
    const environment = { SMTP_URL: mailServer.url, IMAP_URL: dovecot.url, MAIL_TO: 'sales@cirrux.example' };
    const { output, exitCode } = await runToEnd(['submissions', 'test-mail'], environment);
    expect(output).toMatch(/^arrival +ok +arrived in INBOX\. Authentication-Results: .*spf=pass.*dmarc=pass/m);
    expect(exitCode).toBe(0);
  });

  test('a refused login and an invalid certificate of the mailbox are reported', async () => {
    const dovecot = await untilEnd(startDovecot());
    const password = 'not-the-right-one';
    for (const [fault, part] of Object.entries({ login: { password }, tls: { search: '' } })) {
      const site = await untilEnd(startApp({ IMAP_URL: String(Object.assign(new URL(dovecot.url), part)) }));
      const notLooked = site.waitForLog(({ msg }) => msg === 'mailbox not read: will try again');
      expect(await notLooked).toMatchObject({ level: 40, fault });
      expect(JSON.stringify(site.log)).not.toContain(password);
    }
  });
});
