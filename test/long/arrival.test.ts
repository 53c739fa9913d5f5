import { expect, test } from '@jest/globals';
import { type Mailbox, startMailbox } from '../helpers/mail/mailbox.ts';
import { mayRunPostfix, startPostfix } from '../helpers/mail/postfix.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { logged, rowOf, submit } from '../helpers/visitor/posts.ts';

const addresses = { MAIL_FROM: 'Website <site@cirrux.example>', MAIL_TO: 'sales@cirrux.example' };
const mailbox = findDebianTool('dovecot') ? await startMailbox(addresses) : (undefined as unknown as Mailbox);
const authentication = 'spf=pass smtp.mailfrom=cirrux.example; dkim=none; dmarc=pass (p=none)';
const inbox = { folder: 'INBOX', authentication } as const;
const notLooked = 'mailbox not read: will try again';

withDebianTool('dovecot', () => {
  test('mails in the INBOX, the archive and the junk folder have arrived', async () => {
    const folders = ['INBOX', 'Archive', 'Junk'] as const;
    const references = await mailbox.send(...folders.map((folder) => ({ folder })));
    const site = await mailbox.look();
    for (const [index, reference] of references.entries())
      expect(await logged(site, 'mail arrived', reference)).toMatchObject({ level: 30, folder: folders[index] });
  });

  test('test-mail waits for its mail, and prints where it arrived and what the receiving server found', async () => {
    const { dovecot, environment, filing } = mailbox;
    await mailbox.stop();
    const { promise: later, resolve } = Promise.withResolvers<void>();
    let looks = 0;
    // The mail is filed when the second look begins. So the first look does not find it, and the command must look again.
    dovecot.listener.on('secureConnection', () => {
      looks += 1;
      if (looks === 2) resolve();
    });
    filing.decide = () => ({ ...inbox, later });
    const { output, exitCode } = await runToEnd(['submissions', 'test-mail'], {
      ...environment,
      IMAP_URL: dovecot.url,
    });
    expect(output).toMatch(/^arrival +ok +arrived in INBOX\. Authentication-Results: .*spf=pass.*dmarc=pass/m);
    expect(exitCode).toBe(0);
  });

  test('a refused login and an invalid certificate of the mailbox are reported', async () => {
    const { url } = mailbox.dovecot;
    const password = 'not-the-right-one';
    const refused = await mailbox.restart({ IMAP_URL: Object.assign(new URL(url), { password }).href });
    expect(await refused.waitForLog(({ msg }) => msg === notLooked)).toMatchObject({ level: 40, fault: 'login' });
    expect(JSON.stringify(refused.log)).not.toContain(password);
    const untrusted = await mailbox.restart({ IMAP_URL: Object.assign(new URL(url), { search: '' }).href });
    expect(await untrusted.waitForLog(({ msg }) => msg === notLooked)).toMatchObject({ level: 40, fault: 'tls' });
  });

  withDebianTool('postconf', () => {
    const testAsRoot = mayRunPostfix ? test : test.skip;
    testAsRoot('a real bounce, which Postfix writes, makes an order failed (Postfix runs for root alone)', async () => {
      const { filing } = mailbox;
      const gone = 'gone@cirrux.example';
      filing.react = (step, _raw, address) =>
        step === 'rcptTo' && address === gone ? '550 5.1.1 no such mailbox' : undefined;
      const { promise: cameBack, resolve } = Promise.withResolvers<void>();
      filing.decide = (raw) => {
        if (raw.includes('Content-Type: multipart/report')) resolve();
        return inbox;
      };
      const postfix = await untilEnd(startPostfix({ relayPort: filing.port }));
      const sending = await mailbox.restart({ SMTP_URL: postfix.url, MAIL_TO: gone });
      const reference = await submit(sending);
      await logged(sending, 'mail delivered', reference);
      await cameBack;
      const site = await mailbox.look();
      const line = await logged(site, 'mail bounced', reference);
      // Postfix has a self-signed certificate. The site accepts it, because Postfix is on the same machine.
      expect(postfix.readLog()).toContain('TLS connection established from localhost');
      expect(line).toMatchObject({ level: 50, event: 'mail-bounced', status: '5.1.1' });
      expect(rowOf(site, reference)).toMatchObject({
        state: 'failed',
        last_error: expect.stringMatching(/^The mail came back: smtp; 550 5\.1\.1 no such mailbox/),
      });
    });
  });
});
