import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { certificate } from '../helpers/mail/certificate.ts';
import { type Dovecot, type DovecotOptions, startDovecot } from '../helpers/mail/dovecot.ts';
import { bounceOf, type Decision, receivedCopy, startFilingServer } from '../helpers/mail/filingServer.ts';
import { type ImapReaction, startImapFaults } from '../helpers/mail/imapFaults.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function dovecotOf(options: DovecotOptions = {}): Promise<Dovecot> {
  const dovecot = await startDovecot(options);
  ends.push(dovecot.stop);
  return dovecot;
}

async function connect(address: string): Promise<ImapFlow> {
  const url = new URL(address);
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port),
    secure: url.protocol === 'imaps:',
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    tls: { rejectUnauthorized: false },
    logger: false,
  });
  await client.connect();
  ends.push(async () => client.close());
  return client;
}

async function find(client: ImapFlow, folder: string, messageId: string) {
  const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true });
  return { uidValidity, uids: await client.search({ header: { 'message-id': messageId } }, { uid: true }) };
}

const mail = 'Message-ID: <1@mail.example>\r\nSubject: An order\r\n\r\nHello\r\n';

withDebianTool('dovecot', () => {
  test.each(['url', 'plainUrl'] as const)('a filed mail is found in its folder, by TLS (%s)', async (address) => {
    const dovecot = await dovecotOf({ archive: true });
    await dovecot.file('Junk', mail);
    await dovecot.file('Orders', mail);
    const client = await connect(dovecot[address]);
    expect(client.secureConnection).toBe(true);
    const folders = (await client.list()).map(({ path, specialUse }) => [path, specialUse]);
    expect(new Map(folders as [string, string][])).toEqual(
      new Map([
        ['INBOX', '\\Inbox'],
        ['Archive', '\\Archive'],
        ['Junk', '\\Junk'],
        ['Orders', undefined],
      ]),
    );
    expect(await find(client, 'Junk', '<1@mail.example>')).toMatchObject({ uids: [1] });
    expect(await find(client, 'INBOX', '<1@mail.example>')).toMatchObject({ uids: [] });
  });

  test('IDLE, where it is offered, tells of a new mail', async () => {
    const dovecot = await dovecotOf();
    const client = await connect(dovecot.url);
    await client.mailboxOpen('INBOX', { readOnly: true });
    const told = once(client, 'exists');
    void client.idle();
    await dovecot.file('INBOX', mail);
    expect(await told).toMatchObject([{ path: 'INBOX', count: 1 }]);
    const other = await connect((await dovecotOf({ idle: false })).url);
    expect(other.capabilities.has('IDLE')).toBe(false);
  });

  test('UIDVALIDITY changes, a folder is renamed, and a login is refused', async () => {
    const dovecot = await dovecotOf();
    await dovecot.file('INBOX', mail);
    const before = await find(await connect(dovecot.url), 'INBOX', '<1@mail.example>');
    await dovecot.changeUidValidity('INBOX');
    const after = await find(await connect(dovecot.url), 'INBOX', '<1@mail.example>');
    expect(after).toEqual({ uidValidity: before.uidValidity + 1n, uids: [1] });
    await dovecot.rename('Junk', 'Spam');
    const folders = await (await connect(dovecot.url)).list();
    expect(folders.map(({ path, specialUse }) => `${path} ${specialUse}`).sort()).toEqual([
      'INBOX \\Inbox',
      'Spam \\Junk',
    ]);
    await dovecot.allowLogins(false);
    await expect(connect(dovecot.url)).rejects.toMatchObject({ authenticationFailed: true });
  });

  test('a filing server files each mail as it is told, and counts it', async () => {
    const dovecot = await dovecotOf();
    const { promise: later, resolve: file } = Promise.withResolvers<void>();
    const decisions: Decision[] = [
      { folder: 'Junk', authentication: 'spf=pass; dkim=none; dmarc=fail' },
      'nowhere',
      'twice',
      { folder: 'Orders', later },
      { bounce: { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 unknown' } },
    ];
    const filing = await startFilingServer({ dovecot, decide: (_, count) => decisions[count - 1] ?? 'nowhere' });
    ends.push(filing.stop);
    const transport = createTransport(filing.url);
    for (const [index] of decisions.entries())
      await transport.sendMail({
        from: 'website@mail.example',
        to: 'orders@mail.example',
        messageId: `<${index}@mail.example>`,
        text: 'Hello',
      });
    const client = await connect(dovecot.url);
    expect(await find(client, 'Junk', '<0@mail.example>')).toMatchObject({ uids: [1] });
    const [junk] = await client.fetchAll('1', { headers: true });
    expect(String(junk?.headers)).toMatch(/^Authentication-Results: mx\.example;\r\n\tspf=pass; .*\r\nReceived: /);
    expect(await find(client, 'INBOX', '<2@mail.example>')).toMatchObject({ uids: [1, 2] });
    await client.mailboxOpen('INBOX', { readOnly: true });
    expect(await client.search({ header: { 'content-type': 'multipart/report' } }, { uid: true })).toEqual([3]);
    file();
    await filing.waitForFiled((raw) => raw.includes('<3@mail.example>'));
    expect(await find(client, 'Orders', '<3@mail.example>')).toMatchObject({ uids: [1] });
    expect([...filing.timesTaken().values()]).toEqual(decisions.map(() => 1));
  });

  test.each<ImapReaction>(['cut', 'NO not now', 'hang'])('faults: %s at a command', async (reaction) => {
    const dovecot = await dovecotOf();
    const faults = await startImapFaults(dovecot);
    ends.push(faults.stop);
    await dovecot.file('INBOX', mail);
    const client = await connect(faults.url);
    client.on('error', () => {});
    expect(await find(client, 'INBOX', '<1@mail.example>')).toMatchObject({ uids: [1] });
    const reached = Promise.withResolvers<void>();
    faults.react = (verb) => {
      if (verb !== 'SEARCH') return undefined;
      reached.resolve();
      return reaction;
    };
    const found = client.search({ all: true }).catch(() => 'broken');
    await reached.promise;
    if (reaction === 'hang') faults.cut();
    expect(await found).toBe(reaction === 'NO not now' ? false : 'broken');
    expect(faults.commands.filter((line) => / EXAMINE /.test(line))).toHaveLength(1);
    expect(faults.commands.join()).not.toContain(dovecot.password);
  });

  test('faults: a certificate of another name', async () => {
    const dovecot = await dovecotOf();
    const faults = await startImapFaults(dovecot, { certificate });
    ends.push(faults.stop);
    const { host, port } = new URL(faults.url.replace('imaps:', 'https:'));
    const client = new ImapFlow({
      host: host.split(':')[0] ?? '',
      port: Number(port),
      secure: true,
      tls: { ca: certificate.cert },
      auth: { user: '', pass: '' },
      logger: false,
    });
    await expect(client.connect()).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });
});

test.each(['headers', 'mail'] as const)('a bounce returns the %s of a mail', async (returned) => {
  const bounce = bounceOf(receivedCopy(`To: Orders <orders@mail.example>\r\n${mail}`), {
    status: '5.1.1',
    diagnostic: 'smtp; 550 5.1.1 unknown',
    returned,
  });
  const { attachments, text } = await PostalMime.parse(bounce, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  });
  expect(text).toContain('orders@mail.example');
  const contents = attachments.map(({ content }) => String(content));
  expect(attachments.map(({ mimeType }) => mimeType)).toEqual([
    'message/delivery-status',
    returned === 'headers' ? 'text/rfc822-headers' : 'message/rfc822',
  ]);
  expect(contents[0]).toContain('Final-Recipient: rfc822; orders@mail.example\nAction: failed\nStatus: 5.1.1');
  expect(contents[1]).toContain('Message-ID: <1@mail.example>');
  expect(contents[1]?.includes('Hello')).toBe(returned === 'mail');
});
