import { expect, jest, test } from '@jest/globals';
import { deadlines } from '../../server/lib/deadlines.ts';
import { type Mailbox, startMailbox } from '../helpers/mail/mailbox.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { operate } from '../helpers/store/operate.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { logged, rowOf } from '../helpers/visitor/posts.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

const variables = {
  MAIL_FROM: 'Website <site@cirrux.example>',
  MAIL_TO: 'sales@cirrux.example',
  METRICS_PORT: '0',
};
const mailbox = findDebianTool('dovecot') ? await startMailbox(variables) : (undefined as unknown as Mailbox);

const authentication = 'spf=pass smtp.mailfrom=cirrux.example; dkim=none; dmarc=pass (p=none)';
const inbox = { folder: 'INBOX', authentication } as const;

function submissions(...parameters: string[]) {
  return operate({ ...mailbox.environment, IMAP_URL: mailbox.faults.url }, ...parameters);
}

withDebianTool('dovecot', () => {
  test('a mail in the INBOX has arrived: the log, the list and the metrics say so', async () => {
    const [reference = ''] = await mailbox.send(inbox);
    const site = await mailbox.look();
    const line = await logged(site, 'mail arrived', reference);
    expect(line).toMatchObject({ level: 30, folder: 'INBOX', milliseconds: expect.any(Number) });
    const [listed] = JSON.parse((await submissions('list', '--json')).output);
    expect(listed).toMatchObject({ reference, state: 'delivered', folder: 'INBOX' });
    const { url } = await site.waitForLog(({ msg }) => msg === 'metrics are served');
    const metrics = await (await fetch(String(url))).text();
    expect(metrics).toContain('website_mails_arrived_total{folder="INBOX"} 1');
    expect(metrics).toContain('website_mail_arrival_seconds_count 1');
  });

  test('a mail in the junk folder raises an alarm with its reference, and a mail in the archive has arrived', async () => {
    const [junk = '', archived = ''] = await mailbox.send({ folder: 'Junk' }, { folder: 'Archive' });
    const site = await mailbox.look();
    expect(await logged(site, 'mail arrived', junk)).toMatchObject({ folder: 'Junk' });
    expect(await logged(site, 'mail arrived', archived)).toMatchObject({ folder: 'Archive' });
    const alarm = await site.waitForLog((line) => line.alarm === 'in-junk');
    expect(alarm.msg).toContain(`The mail about ${junk} has arrived in Junk`);
  });

  test('a bounced mail is failed with the words of the refusing server, and arrives after a retry', async () => {
    const bounce = { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 the mailbox is full' };
    // Some servers return the mail's headers, others the whole mail. A report that a mail is delayed does not make it failed.
    const [delayed = '', ...returned] = await mailbox.send(
      { bounce: { ...bounce, action: 'delayed' } },
      { bounce: { ...bounce, returned: 'headers' } },
      { bounce: { ...bounce, returned: 'mail' } },
    );
    const site = await mailbox.look();
    for (const reference of returned) {
      const line = await logged(site, 'mail bounced', reference);
      expect(line).toMatchObject({ level: 50, event: 'mail-bounced', status: '5.2.2' });
      expect(rowOf(site, reference)).toMatchObject({ state: 'failed', attempts: 1 });
      expect((await submissions('show', reference)).output).toContain(`The mail came back: ${bounce.diagnostic}`);
    }
    await site.waitForLog((each) => each.alarm === 'failed-deliveries');
    expect(rowOf(site, delayed)).toMatchObject({ state: 'delivered' });
    for (const text of ['mailbox is full', person.name, person.email, contactMessage.message])
      expect(JSON.stringify(site.log)).not.toContain(text);

    mailbox.filing.decide = () => inbox;
    await mailbox.stop();
    await submissions('retry', '--failed');
    const sending = await mailbox.restart();
    for (const reference of returned) await logged(sending, 'mail delivered', reference);
    const next = await mailbox.look();
    for (const reference of returned) {
      await logged(next, 'mail arrived', reference);
      expect(rowOf(next, reference)).toMatchObject({ state: 'delivered', last_error: null });
    }
  });

  test('test-mail waits for its mail, and prints where it arrived and what the receiving server found', async () => {
    const { environment, faults, filing } = mailbox;
    await mailbox.stop();
    const { promise: later, resolve } = Promise.withResolvers<void>();
    let looks = 0;
    // The mail is filed when the second look begins. So the first look does not find it, and the command must look again.
    faults.react = (verb) => {
      if (verb === 'CONNECT') looks += 1;
      if (looks === 2) resolve();
      return undefined;
    };
    filing.decide = () => ({ ...inbox, later });
    const variables = { ...environment, IMAP_URL: faults.url };
    const { output, exitCode } = await runToEnd(['submissions', 'test-mail'], variables);
    expect(output).toMatch(/^arrival +ok +arrived in INBOX\. Authentication-Results: .*spf=pass.*dmarc=pass/m);
    expect(exitCode).toBe(0);
  });

  test('test-mail fails for a mail that is in Junk, bounced or missing, and for a mailbox that refuses the login', async () => {
    const { environment, faults, filing } = mailbox;
    const failed = async (line: RegExp, advice: string, imapUrl = faults.url) => {
      const { output, exitCode } = await operate({ ...environment, IMAP_URL: imapUrl }, 'test-mail');
      expect({ output, exitCode }).toEqual({ output: expect.stringMatching(line), exitCode: 1 });
      expect(output).toContain(advice);
    };
    filing.decide = () => ({ folder: 'Junk', authentication });
    await failed(/^arrival +FAILED +arrived in Junk\. Authentication-Results: .*spf=pass/m, 'mark the mail as no junk');
    filing.decide = () => ({ bounce: { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 unknown' } });
    await failed(/^arrival +FAILED +came back: smtp; 550 5\.1\.1 unknown$/m, 'See that MAIL_TO is right');
    const wrongLogin = Object.assign(new URL(faults.url), { password: 'wrong' }).href;
    await failed(/^arrival +FAILED +.*Authentication failed/m, 'user name and password in IMAP_URL', wrongLogin);
    filing.decide = () => ({ ...inbox, later: new Promise(() => {}) });
    const wait = jest.replaceProperty(deadlines.mailbox, 'test', 1);
    await failed(/^arrival +FAILED +not in the INBOX/m, 'whether IMAP_URL is the mailbox of MAIL_TO');
    wait.restore();
  });
});
