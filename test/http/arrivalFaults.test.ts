import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { company } from '../../shared/company.ts';
import { type DovecotOptions, startDovecot } from '../helpers/mail/dovecot.ts';
import { bounceOf, headerOf, receivedCopy, startFilingServer } from '../helpers/mail/filingServer.ts';
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
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const notLooked = 'mailbox not looked into: will try again';
const imapVerbs = ['CONNECT', 'ID', 'AUTHENTICATE', 'NAMESPACE', 'LIST', 'EXAMINE', 'SEARCH', 'FETCH', 'IDLE'];

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

const domain = company.email.split('@')[1];
const failure = { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 the diagnostic of a stranger' } as const;

function largeHeader(kilobytes: number): string {
  return `X-Filler: ${'stranger'.repeat(8)}\r\n`.repeat((kilobytes * 1024) / 76);
}

/** A report of another kind, which has the form of a delivery status notification. */
function readReceiptOf(raw: string): string {
  return bounceOf(raw, failure)
    .replace('report-type=delivery-status', 'report-type=disposition-notification')
    .replace('Content-Type: message/delivery-status', 'Content-Type: message/disposition-notification');
}

/** What the mailbox gets in place of a mail. */
const hostileMails: Readonly<Record<string, (raw: string) => string[]>> = {
  header64: (raw) => [largeHeader(64) + raw],
  header120: (raw) => [largeHeader(120) + raw],
  control: (raw) => [`X-Odd: \0\u0001\u0007\u001b[31m\u007f\u00ff\u0000\r\n${raw}`],
  forged: (raw) => [
    receivedCopy(
      `Authentication-Results: mx.example; spf=pass; dkim=pass; dmarc=pass\r\n${raw}`,
      'spf=fail; dkim=none; dmarc=fail',
    ),
  ],
  quoted: (raw) => [
    receivedCopy(
      raw,
      '(; spf=pass (nested \\) ; spf=pass)) spf=fail (a stranger; spf=pass) smtp.mailfrom="a; dkim=pass"; dkim=none;\r\n\tdmarc=pass (p="none")',
    ),
  ],
  part: (raw) => [
    raw.replace(/^(Message-ID: )<(.*)>/im, '$1<stranger-$2>'),
    raw.replace(/^(Message-ID: )<(.*)>/im, '$1<$2.stranger>'),
    raw.replace(/^(Message-ID: <.*>)/im, '$1 stranger'),
  ],
  copies: (raw) => Array.from({ length: 500 }, () => raw),
  guessed: (raw) => [bounceOf(raw, failure)],
  readReceipt: (raw) => [readReceiptOf(raw)],
  delayed: (raw) => [bounceOf(raw, { ...failure, action: 'delayed' })],
  nested: (raw) => {
    const begin = Array.from(
      { length: 10_000 },
      (_, depth) => `Content-Type: multipart/report; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    );
    return [`From: a@stranger.example\r\nMIME-Version: 1.0\r\n${begin.join('')}${raw}`];
  },
  largeBounce: (raw) => [
    bounceOf('Message-ID: <unknown@mail.example>\r\nTo: <a@stranger.example>', failure),
    bounceOf(raw + 'stranger\r\n'.repeat(500_000), {
      ...failure,
      diagnostic: `smtp; 550 ${'diagnostic '.repeat(10_000)}`,
      returned: 'mail',
    }),
  ],
};

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

  test('a certificate that is not trusted is told, and nobody logs in', async () => {
    const { faults, start, sent, query } = await newMailbox();
    const app = await start({ IMAP_URL: faults.url.split('?', 1)[0] ?? '' });
    expect(await app.waitForLog(({ msg }) => msg === notLooked)).toMatchObject({ level: 40, fault: 'tls' });
    await sent(app);
    expect(faults.commands).toEqual([]);
    expect(query('SELECT fault, looked_at FROM mailbox')).toEqual([{ fault: 'tls', looked_at: null }]);
  });

  test('a mailbox that is numbered anew between two looks is looked into as before', async () => {
    const { dovecot, start, stop, sent } = await newMailbox();
    const app = await start();
    await logged(app, 'mail arrived', await sent(app));
    await dovecot.changeUidValidity('INBOX');
    const reference = await sent(app);
    await stop(app);
    await logged(await start(), 'mail arrived', reference);
  });

  test('hostile mails and bounces tell nothing but what they are, and nothing of them is logged', async () => {
    const setting = await newMailbox();
    const { dovecot, filing, faults, start, query, rawOf } = setting;
    filing.decide = () => 'nowhere' as const;
    const names = Object.keys(hostileMails);
    const references = await sentBefore(setting, names.length);
    const rawOfName = (name: string) => rawOf(references[names.indexOf(name)] ?? '');
    for (const name of names)
      for (const mail of hostileMails[name]?.(rawOfName(name)) ?? []) await dovecot.file('INBOX', mail);
    const app = await start();
    for (const name of ['largeBounce', 'guessed'])
      await logged(app, 'mail bounced', references[names.indexOf(name)] ?? '');
    const states = () => {
      const rows = query(`SELECT j.reference, state, folder, spf, dkim, dmarc FROM mails JOIN mail_submissions AS j
        USING (message_id) WHERE kind <> 'confirmation'`);
      return Object.fromEntries(
        names.map((name, index) => {
          const { reference, ...fields } = rows.find((row) => row.reference === references[index]) ?? {};
          return [name, Object.values(fields).map(String).join(' ')];
        }),
      );
    };
    const found = 'sent INBOX null null null';
    const nothing = 'sent null null null null';
    const failed = 'failed null null null null';
    const first = {
      header64: found,
      header120: found,
      control: found,
      forged: 'sent INBOX fail none fail',
      quoted: 'sent INBOX fail none pass',
      part: nothing,
      copies: found,
      guessed: failed,
      readReceipt: nothing,
      delayed: nothing,
      largeBounce: failed,
      nested: nothing,
    };
    expect(states()).toEqual(first);
    // A bounce of what has arrived says nothing; the copy of what a stranger said had bounced heals it.
    await dovecot.file('INBOX', bounceOf(rawOfName('copies'), failure));
    await dovecot.file('INBOX', rawOfName('guessed'));
    await logged(app, 'mail arrived', references[names.indexOf('guessed')] ?? '');
    expect(states()).toEqual({ ...first, guessed: found });
    expect(query("SELECT count(*) AS kept FROM mails WHERE state = 'failed' OR last_error IS NOT NULL")).toEqual([
      { kept: 1 },
    ]);

    const log = JSON.stringify(app.log);
    for (const text of [...Object.values(person), contactMessage.message, 'diagnostic', 'stranger', dovecot.password])
      expect(log).not.toContain(text);
    const verbs = new Set(faults.commands.map((line) => /^\S+ (?:UID )?(\S+)/.exec(line)?.[1]));
    const changing = ['SELECT', 'STORE', 'COPY', 'MOVE', 'EXPUNGE', 'APPEND', 'CREATE', 'DELETE', 'RENAME', 'CLOSE'];
    expect(changing.filter((verb) => verbs.has(verb))).toEqual([]);
    const read = faults.commands.flatMap((line) =>
      Array.from(line.matchAll(/BODY\S*?\[.*?\]/g), ([section]) => section),
    );
    const sections = ['HEADER', '2.MIME', '3.MIME', '2', '3', '3.HEADER'].map((section) => `BODY.PEEK[${section}]`);
    expect([...new Set(read)].filter((section) => !sections.includes(section))).toEqual([]);
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

  test('a folder for junk that is gone is told, and what is in the INBOX is found', async () => {
    const { dovecot, start, sent, query } = await newMailbox();
    const app = await start();
    await logged(app, 'mail arrived', await sent(app));
    await dovecot.rename('Junk', 'Kept');
    // The first of these looks is recorded before the second begins.
    for (let count = 0; count < 2; count += 1) await logged(app, 'mail arrived', await sent(app));
    expect(query('SELECT fault FROM mailbox')).toEqual([{ fault: 'folder' }]);
    expect(app.log.filter(({ msg, fault }) => msg === notLooked && fault === 'folder')).toHaveLength(1);
    await dovecot.rename('Kept', 'Junk');
    await logged(app, 'mail arrived', await sent(app));
    await app.waitForLog(({ msg }) => msg === 'mailbox looked into again');
  });

  test('what is marked as all mail may hold junk too: a mail there and in Junk is in Junk', async () => {
    const { dovecot, filing, start, sent } = await newMailbox({ all: true });
    const app = await start();
    filing.decide = () => ({ folder: 'Junk' });
    const reference = await submit(app);
    const raw = await filing.waitForTaken((each) => headerOf(each, 'X-Reference') === reference);
    await dovecot.file('All', receivedCopy(raw));
    filing.decide = () => ({ folder: 'INBOX' });
    await sent(app);
    expect(await logged(app, 'mail arrived', reference)).toMatchObject({ folder: 'Junk' });
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

  test("a stranger's mails with a part of one Message-ID, or many bounces, hide no other mail", async () => {
    const { dovecot, filing, faults, start, sent } = await newMailbox();
    filing.decide = () => 'nowhere';
    const app = await start();
    const reference = await sent(app);
    const id = `<${reference.toLowerCase()}@${domain}>`;
    for (let count = 0; count < 150; count += 1) {
      await dovecot.file('INBOX', `Message-ID: <x${count}@stranger.example> ${id}\r\n\r\nx\r\n`);
      await dovecot.file('INBOX', bounceOf(`Message-ID: <y${count}@stranger.example>\r\n\r\n`, failure));
    }
    filing.decide = () => ({ folder: 'INBOX' });
    const before = faults.commands.length;
    await logged(app, 'mail arrived', await sent(app));
    // So that a look takes no longer on a slow line.
    expect(faults.commands.slice(before).filter((line) => line.includes('2.MIME')).length).toBeLessThan(10);
    expect(app.log.some((line) => line.msg === 'mail arrived' && line.reference === reference)).toBe(false);
  });

  test('a server that refuses to read one mail does not keep the others from being found', async () => {
    const { dovecot, faults, start, sent } = await newMailbox();
    await dovecot.file('INBOX', readReceiptOf('Message-ID: <1@elsewhere.example>\r\n\r\n'));
    faults.react = (verb, line) =>
      verb === 'FETCH' && line.includes('2.MIME') ? 'NO [SERVERBUG] not this one' : undefined;
    const app = await start();
    await logged(app, 'mail arrived', await sent(app));
    expect(app.log.filter(({ msg }) => msg === notLooked)).toEqual([]);
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
