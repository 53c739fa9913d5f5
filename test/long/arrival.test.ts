import { expect, test } from '@jest/globals';
import { startDovecot } from '../helpers/mail/dovecot.ts';
import { headerOf, startFilingServer } from '../helpers/mail/filingServer.ts';
import { startImapFaults } from '../helpers/mail/imapFaults.ts';
import { startApp } from '../helpers/site/app.ts';
import { type Environment, runToEnd } from '../helpers/site/site.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { logged, rowOf, submit } from '../helpers/visitor/posts.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

/** Started once, where there is a Dovecot: whichever test comes first. */
async function startAll() {
  const dovecot = await untilEnd(startDovecot({ archive: true }));
  const mail = await untilEnd(startFilingServer({ dovecot }));
  const variables: Environment = {
    SMTP_URL: mail.url,
    IMAP_URL: dovecot.url,
    MAIL_FROM: 'Website <site@cirrux.example>',
    MAIL_TO: 'sales@cirrux.example',
    SUBMISSION_LIMIT: '1000',
    METRICS_PORT: '0',
  };
  const site = await untilEnd(startApp(variables));
  const { url } = await site.waitForLog(({ msg }) => msg === 'metrics are served');
  const run = async (changes: Environment, ...parameters: string[]) => {
    const environment = { ...variables, DATA_DIR: site.dataDirectory, ...changes };
    const { output, exitCode } = await runToEnd(['submissions', ...parameters], environment, 100_000);
    return { output, exitCode };
  };
  const submissions = (...parameters: string[]) => run({}, ...parameters);
  return { dovecot, mail, site, run, submissions, metricsUrl: String(url) };
}
type All = Awaited<ReturnType<typeof startAll>>;
const all = findDebianTool('dovecot') ? await startAll() : (undefined as unknown as All);

const passed = 'spf=pass smtp.mailfrom=cirrux.example; dkim=none; dmarc=pass (p=none)';

withDebianTool('dovecot', () => {
  test('a mail in the INBOX has arrived: the log, show, the export and the metrics say so', async () => {
    const { mail, site, submissions, metricsUrl } = all;
    mail.decide = () => ({ folder: 'INBOX', authentication: passed });
    const reference = await submit(site);
    const line = await logged(site, 'mail arrived', reference);
    expect(line).toMatchObject({ level: 30, folder: 'INBOX', milliseconds: expect.any(Number) });
    const { output } = await submissions('show', reference);
    expect(output).toMatch(/^ {2}Arrived: +INBOX \d{4}-\d\d-\d\d \d\d:\d\d:\d\d SAST, \d+ s after it was sent$/m);
    const [listed] = JSON.parse((await submissions('list', '--json')).output);
    expect(listed).toMatchObject({ reference, state: 'delivered', folder: 'INBOX' });
    const metrics = await (await fetch(metricsUrl)).text();
    expect(metrics).toContain('website_mails_arrived_total{folder="INBOX"} 1');
    expect(metrics).toContain('website_mail_arrival_seconds_count 1');
  });

  test('one in the folder for junk is an alarm that names it; one in the archive has arrived', async () => {
    const { mail, site, submissions } = all;
    const texts = { Junk: 'Now or never!', Archive: 'Later, please.', INBOX: 'It tells that there is something new.' };
    const folders = Object.entries(texts);
    mail.decide = (raw) => ({ folder: folders.find(([, text]) => raw.includes(text))?.[0] ?? '' });
    const references: string[] = [];
    for (const [folder, message] of folders) {
      references.push(await submit(site, { ...contactMessage, message }));
      await mail.waitForFiled((raw) => raw.includes(message));
      if (folder !== 'INBOX') continue;
      for (const [index, [where]] of folders.entries())
        expect(await logged(site, 'mail arrived', references[index] ?? '')).toMatchObject({ folder: where });
    }
    const alarm = await site.waitForLog((line) => line.alarm === 'in-junk');
    expect(alarm.msg).toContain(references[0]);
    expect((await submissions('status')).output).toContain(`1 in the last 24 hours: ${references[0]}`);
  });

  test('one that comes back is failed with the words of the server that refused it; a retry arrives', async () => {
    const { mail, site, submissions } = all;
    const diagnostic = 'smtp; 552 5.2.2 the mailbox is full';
    // Some servers return the headers of the mail, others all of it.
    mail.decide = (_raw, count) => {
      const returned = count % 2 === 0 ? 'headers' : 'mail';
      return { bounce: { status: '5.2.2', diagnostic, returned } };
    };
    const references = [await submit(site), await submit(site)];
    for (const reference of references) {
      const line = await logged(site, 'mail bounced', reference);
      expect(line).toMatchObject({ level: 50, event: 'mail-bounced', status: '5.2.2' });
      expect(rowOf(site, reference)).toMatchObject({ state: 'failed', attempts: 1 });
      expect((await submissions('show', reference)).output).toContain(`The mail came back: ${diagnostic}`);
    }
    await site.waitForLog((each) => each.alarm === 'failed-deliveries');
    expect(JSON.stringify(site.log)).not.toMatch(/mailbox is full/);
    mail.decide = () => ({ folder: 'INBOX' });
    await submissions('retry', '--failed');
    for (const reference of references) {
      await logged(site, 'mail arrived', reference);
      expect(rowOf(site, reference)).toMatchObject({ state: 'delivered', last_error: null });
    }
  });

  test('one that is filed late or twice has arrived once, and no mail is sent again', async () => {
    const { mail, site } = all;
    const { promise: later, resolve } = Promise.withResolvers<void>();
    mail.decide = (raw) => (raw.includes('Please') ? { folder: 'INBOX', later } : 'twice');
    const [late, twice] = [await submit(site), await submit(site, { ...contactMessage, message: 'Call me twice.' })];
    await logged(site, 'mail arrived', twice);
    expect(site.log.filter(({ msg, reference }) => msg === 'mail arrived' && reference === late)).toEqual([]);
    resolve();
    await logged(site, 'mail arrived', late);
    for (const reference of [late, twice])
      expect(site.log.filter((line) => line.msg === 'mail arrived' && line.reference === reference)).toHaveLength(1);
    const about = [late, twice].map((reference) => `<${reference.toLowerCase()}@cirrux.example>`);
    expect(about.map((id) => mail.timesTaken().get(id))).toEqual([1, 1]);
  });

  test('nothing of a mail is logged', () => {
    const { site } = all;
    for (const text of [person.name, person.email, contactMessage.message])
      expect(JSON.stringify(site.log)).not.toContain(text);
  });

  test('test-mail waits for its mail, and prints where it arrived and what the receiving server thought', async () => {
    const { dovecot, mail, run } = all;
    const { promise: later, resolve } = Promise.withResolvers<void>();
    const faults = await untilEnd(startImapFaults(dovecot));
    let looks = 0;
    faults.react = (verb) => {
      if (verb === 'SEARCH') looks += 1;
      // The folders of a look are three, each with two searches: the first look finds nothing.
      if (looks === 6) resolve();
      return undefined;
    };
    mail.decide = () => ({ folder: 'INBOX', authentication: passed, later });
    const { output, exitCode } = await run({ IMAP_URL: faults.url }, 'test-mail');
    expect(output).toMatch(/^arrival +ok +arrived in INBOX after [1-9] s · SPF pass · DKIM none · DMARC pass$/m);
    expect(exitCode).toBe(0);
    expect(headerOf(mail.taken.at(-1) ?? '', 'Message-ID')).toMatch(/^<test-[-0-9a-f]{36}@cirrux\.example>$/);
  });

  test('test-mail fails for a mail in Junk, and for a mailbox that refuses the login, with what to do', async () => {
    const { dovecot, mail, submissions } = all;
    mail.decide = () => ({ folder: 'Junk', authentication: passed });
    const junk = await submissions('test-mail');
    expect(junk.output).toMatch(/^arrival +FAILED +arrived in Junk after \d+ s · SPF pass · DKIM none · DMARC pass$/m);
    expect(junk.output).toContain('mark the mail as no junk');
    await dovecot.allowLogins(false);
    const refused = await submissions('test-mail');
    await dovecot.allowLogins(true);
    expect(refused.output).toMatch(/^arrival +FAILED +.*(?:AUTHENTICATIONFAILED|Authentication failed)/m);
    expect(refused.output).toContain('user name and password in IMAP_URL');
    expect([junk.exitCode, refused.exitCode]).toEqual([1, 1]);
  });
});
