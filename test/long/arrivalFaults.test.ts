import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { type DovecotOptions, startDovecot } from '../helpers/mail/dovecot.ts';
import { headerOf, startFilingServer } from '../helpers/mail/filingServer.ts';
import { type ImapReaction, startImapFaults } from '../helpers/mail/imapFaults.ts';
import { mayRunPostfix, startPostfix } from '../helpers/mail/postfix.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { type Environment, newDataDirectory } from '../helpers/site/site.ts';
import { operate } from '../helpers/store/operate.ts';
import { runInFile } from '../helpers/store/stored.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { logged, submit } from '../helpers/visitor/posts.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const notLooked = 'mailbox not looked into: will try again';
const imapVerbs = ['CONNECT', 'AUTHENTICATE', 'SEARCH', 'FETCH'];

/** A mailbox behind a proxy that can break connections, with the mail server that fills it, and one data directory. */
async function newMailbox(options: DovecotOptions = {}) {
  const dovecot = await startDovecot(options);
  ends.push(dovecot.stop);
  const filing = await startFilingServer({ dovecot });
  ends.push(filing.stop);
  const faults = await startImapFaults(dovecot);
  ends.push(faults.stop);
  const dataDirectory = newDataDirectory();
  ends.push(() => rmSync(dataDirectory, { recursive: true }));
  const query = (sql: string) => runInFile(path.join(dataDirectory, 'submissions.sqlite'), sql);
  const start = async (environment: Environment = { IMAP_URL: faults.url }): Promise<App> => {
    const app = await startApp({
      SMTP_URL: filing.url,
      SUBMISSION_LIMIT: '1000',
      DATA_DIR: dataDirectory,
      ...environment,
    });
    ends.push(app.stop);
    return app;
  };
  const stop = async (app: App) => {
    ends.splice(ends.indexOf(app.stop), 1);
    await app.stop();
    // Else the next one waits until the lease has ended.
    query('UPDATE mailbox SET lease_owner = NULL');
  };
  const rawOf = (reference: string) => filing.taken.find((raw) => headerOf(raw, 'X-Reference') === reference) ?? '';
  /** A mail that has left, and was taken. */
  const sent = async (app: App) => {
    const reference = await submit(app);
    await logged(app, 'mail delivered', reference);
    return reference;
  };
  return { dovecot, filing, faults, dataDirectory, start, stop, query, rawOf, sent };
}

type Setting = Awaited<ReturnType<typeof newMailbox>>;

/** Lets a mail leave before anybody looks. */
async function sentBefore({ start, stop, sent }: Setting, amount = 1): Promise<string[]> {
  const app = await start({});
  const references: string[] = [];
  for (let count = 0; count < amount; count += 1) references.push(await sent(app));
  await stop(app);
  return references;
}

withDebianTool('dovecot', () => {
  test.each(imapVerbs)('a connection that is cut at %s delays no mail, and the next look finds it', async (verb) => {
    const setting = await newMailbox();
    const { faults, start, stop, sent } = setting;
    const [before = ''] = await sentBefore(setting);
    const reached = Promise.withResolvers<void>();
    faults.react = (each) => {
      if (each.toUpperCase() !== verb) return undefined;
      reached.resolve();
      return 'cut';
    };
    const app = await start();
    if (verb !== 'IDLE')
      expect(await app.waitForLog(({ msg }) => msg === notLooked)).toMatchObject({ fault: 'connection' });
    await reached.promise;
    const during = await sent(app);
    await stop(app);
    faults.react = () => undefined;
    const next = await start();
    await Promise.all(
      [...(verb === 'IDLE' ? [] : [before]), during].map((reference) => logged(next, 'mail arrived', reference)),
    );
  });

  test.each(imapVerbs)('a server that hangs at %s delays neither mail nor the end', async (verb) => {
    const setting = await newMailbox();
    const { faults, start, stop, sent } = setting;
    await sentBefore(setting);
    const reached = Promise.withResolvers<void>();
    faults.react = (each): ImapReaction => {
      if (each.toUpperCase() !== verb) return undefined;
      reached.resolve();
      return 'hang';
    };
    const app = await start();
    await reached.promise;
    await sent(app);
    const begun = performance.now();
    await stop(app);
    expect(performance.now() - begun).toBeLessThan(8000);
  });

  test('a refused login is told, mail leaves all the same, and the next look finds it', async () => {
    const { dovecot, start, stop, sent } = await newMailbox();
    await dovecot.allowLogins(false);
    const app = await start();
    expect(await app.waitForLog(({ msg }) => msg === notLooked)).toMatchObject({ level: 40, fault: 'login' });
    const reference = await sent(app);
    await stop(app);
    await dovecot.allowLogins(true);
    await logged(await start(), 'mail arrived', reference);
    expect(JSON.stringify(app.log)).not.toContain(dovecot.password);
  });

  withDebianTool('postgres', () => {
    test('of two servers on one database, one alone logs in to the mailbox, and it finds the mails of both', async () => {
      const { faults, start } = await newMailbox();
      const databases = await sharedPostgres();
      const databaseUrl = await databases.createDatabase();
      ends.push(() => databases.dropDatabase(databaseUrl));
      const environment = { IMAP_URL: faults.url, DATABASE_URL: databaseUrl };
      const looked = Promise.withResolvers<void>();
      faults.react = (verb): ImapReaction => {
        if (verb === 'IDLE') looked.resolve();
        return undefined;
      };
      const first = await start(environment);
      await looked.promise;
      const second = await start({ ...environment, DATA_DIR: directoryUntilEnd() });
      for (const app of [first, second]) await logged(first, 'mail arrived', await submit(app));
      expect(faults.commands.filter((line) => line.endsWith(' AUTHENTICATE'))).toHaveLength(1);
      expect(faults.connections()).toBe(1);
    });
  });

  test('a mail that a retry sends has arrived where its new copy lies', async () => {
    const { filing, start, sent, dataDirectory } = await newMailbox();
    const app = await start();
    filing.decide = () => ({ folder: 'Junk' });
    const reference = await submit(app);
    await filing.waitForFiled((each) => headerOf(each, 'X-Reference') === reference);
    filing.decide = () => ({ folder: 'INBOX' });
    await sent(app);
    expect(await logged(app, 'mail arrived', reference)).toMatchObject({ folder: 'Junk' });
    await operate({ DATA_DIR: dataDirectory }, 'retry', reference);
    await app.waitForLog(
      ({ msg, reference: of, folder }) => msg === 'mail arrived' && of === reference && folder === 'INBOX',
    );
    const arrivals = app.log.filter(({ msg, reference: of }) => msg === 'mail arrived' && of === reference);
    expect(arrivals.map(({ folder }) => folder)).toEqual(['Junk', 'INBOX']);
  });

  withDebianTool('postconf', () => {
    const testAsRoot = mayRunPostfix ? test : test.skip;
    testAsRoot('a real bounce, which Postfix writes, makes an order failed (Postfix runs for root alone)', async () => {
      const { filing, faults, start, query } = await newMailbox();
      filing.react = (step, _raw, address) =>
        step === 'rcptTo' && address === 'gone@cirrux.example' ? '550 5.1.1 no such mailbox' : undefined;
      const postfix = await startPostfix({ relayPort: filing.port });
      ends.push(postfix.stop);
      const app = await start({ IMAP_URL: faults.url, SMTP_URL: postfix.url, MAIL_TO: 'gone@cirrux.example' });
      const reference = await submit(app);
      const line = await logged(app, 'mail bounced', reference);
      // With its self-signed certificate.
      expect(postfix.readLog()).toContain('TLS connection established from localhost');
      expect(line).toMatchObject({ level: 50, event: 'mail-bounced', status: '5.1.1' });
      expect(query('SELECT state, last_error FROM mails')).toEqual([
        {
          state: 'failed',
          last_error: expect.stringMatching(/^The mail came back: smtp; 550 5\.1\.1 no such mailbox/),
        },
      ]);
    });
  });
});
