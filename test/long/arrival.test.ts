import { expect, test } from '@jest/globals';
import { type Mailbox, startMailbox } from '../helpers/mail/mailbox.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { operate } from '../helpers/store/operate.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { logged } from '../helpers/visitor/posts.ts';

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
});
