import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { headersOf, referencesIn, startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { newArrivals } from '../helpers/site/arrivals.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { operate } from '../helpers/store/operate.ts';
import { receivedEarlier } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { submit } from '../helpers/visitor/posts.ts';
import { contactMessage, orderOf, person } from '../helpers/visitor/visitor.ts';

const program = path.resolve(import.meta.dirname, '../../dist/server/submissions.cjs');
const day = 24 * 60 * 60 * 1000;

/** Contains characters that a verb must not print at a terminal. */
const controls = '\u007f\u009b31m\u061c\u200e\u200f\u2028\u202a\u202e\u2066\u2069';
/** What a verb prints at a terminal instead of `controls`. */
const shown = '\\u007f\\u009b31m\\u061c\\u200e\\u200f\\u2028\\u202a\\u202e\\u2066\\u2069';
/** Matches every character that a verb must not print at a terminal. */
const raw = /[^\P{Cc}\n\r\t]|\r(?!\n)|[\p{Bidi_Control}\u2028\u2029]/u;
const evilMessage = {
  ...contactMessage,
  name: '=HYPERLINK("x") \u202eoJ',
  message: `Clear\u001b[2J and ${controls} round\n\tnext line${'\n'.repeat(900)}end`,
};

const mailServer = await untilEnd(startMailServer());
mailServer.react = (step, mail) =>
  step === 'dot' && /HYPERLINK|The mail server refused/.test(mail)
    ? `550 refused ${person.email} \u001b[2J ${controls}`
    : undefined;
const site = await untilEnd(startApp({ SMTP_URL: mailServer.url, SUBMISSION_LIMIT: '100' }));
const choices = { billing: 'yearly', dataCentre: 'Cape Town', operatingSystem: 'Debian 13' };
const yearlyOrder = orderOf('CXN1', '', choices);
const [contact, order, evil] = [
  await submit(site, { ...contactMessage, email: 'Thandiwe@visitor.example' }),
  await submit(site, yearlyOrder),
  await submit(site, evilMessage),
];
const references = [contact, order, evil];
for (const outcome of ['mail delivered', 'mail delivered', 'mail refused: kept as failed'])
  await site.waitForLog(({ msg, reference }) => msg === outcome && references.includes(String(reference)));
receivedEarlier(site.dataDirectory, order, 3 * day);

function submissions(...parameters: string[]) {
  return operate({ DATA_DIR: site.dataDirectory }, ...parameters);
}
/** Runs a verb in a process of its own, as the operator does. */
function forked(...parameters: string[]) {
  return runToEnd(['submissions', ...parameters], { DATA_DIR: site.dataDirectory });
}
/** Runs a verb at a terminal. When the verb asks its question, `answer` is typed. */
async function atTerminal(parameters: string, answer?: string) {
  const terminal = spawn('script', ['-qec', `'${process.execPath}' '${program}' ${parameters}`, '/dev/null'], {
    env: { PATH: process.env.PATH, DATA_DIR: site.dataDirectory },
  });
  let output = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    const wasAsked = output.includes('[y/N] ');
    output += text;
    if (answer && !wasAsked && output.includes('[y/N] ')) terminal.stdin.write(`${answer}\n`);
  });
  const [exitCode] = await once(terminal, 'close');
  return { exitCode, output };
}
async function listed(...parameters: string[]): Promise<string[]> {
  const { output } = await submissions('list', '--json', ...parameters);
  return (JSON.parse(output) as { reference: string }[]).map(({ reference }) => reference);
}

describe("the operator's commands beside a running server", () => {
  test('list prints a table, newest first, narrowed by state, kind, plan and sender', async () => {
    const { exitCode, output } = await forked('list');
    expect(exitCode).toBe(0);
    const [head, ...rows] = output.trim().split('\n');
    expect(head).toMatch(/^Reference +Received \(SAST\) +Kind +Plan +State +Attempts +Flags +Name +Company$/);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(/^\S+ +\d{4}-\d\d-\d\d \d\d:\d\d +order +CXN1 +delivered +1 +unverified +\S/);
    for (const text of [order, person.name, person.company]) expect(rows[2]).toContain(text);
    const filters = [
      ['', evil, contact, order],
      ['--state failed', evil],
      [`--email ${person.email.toUpperCase()} --kind contact`, evil, contact],
    ];
    for (const [filter = '', ...expected] of filters)
      expect([filter, ...(await listed(...filter.split(' ').filter(Boolean)))]).toEqual([filter, ...expected]);
    expect((await submissions('list', '--plan', 'CXN99')).output).toBe('No submission fits.\n');
    expect(await listed('--plan', 'cxn1')).toEqual([order]);
  });

  test('show prints one submission with the choices of an order, and corrects a mistyped reference', async () => {
    const { exitCode, output } = await submissions('show', order.toLowerCase().replace('-', ''));
    expect(exitCode).toBe(0);
    for (const text of [...Object.values(person), order, yearlyOrder.message]) expect(output).toContain(text);
    expect(output).toMatch(/^Plan: +CXN1, yearly, Cape Town, Debian 13$/m);
    const notification = `Notification <${order.toLowerCase()}@\\S+>\n  State: +sent .* SAST\n  Attempts: +1\n`;
    expect(output).toMatch(new RegExp(`\n${notification}`));
    const all = await submissions('show', '--email', person.email);
    for (const reference of [order, contact]) expect(all.output).toContain(`Reference:      ${reference}`);
    const nobody = await submissions('show', '--email', 'nobody@visitor.example');
    expect(nobody).toMatchObject({ exitCode: 1, output: 'Nothing of that address is stored.\n' });
    for (const verb of ['show', 'retry', 'delete']) {
      const none = { exitCode: 1, output: 'There is no submission 00000-00000.\n' };
      expect([verb, await submissions(verb, '00000-00000')]).toEqual([verb, expect.objectContaining(none)]);
      const sentence = `It must be an ID such as 7K3M9-QXD2R. For an address: show --email ${person.email}`;
      const advised = { exitCode: 64, output: expect.stringContaining(sentence) };
      expect([verb, await submissions(verb, person.email)]).toEqual([verb, expect.objectContaining(advised)]);
    }
  });

  test('texts of strangers are escaped, except in CSV to a file, where each field is unchanged', async () => {
    const status = await forked('status');
    expect(status.output).toMatch(/^CRITICAL - 0 queued, 1 failed\n/);
    expect(status.output).toMatch(new RegExp(`^last error: +${evil}: .*550 refused \\[email\\] `, 'm'));
    const json = await forked('export', '--format', 'json', '--state', 'failed');
    const exported = { ...evilMessage, reference: evil, deliveredAt: null };
    expect(JSON.parse(json.output)).toEqual([expect.objectContaining(exported)]);
    expect(json.output).toContain(`and ${shown} round`);
    expect(json.output).not.toMatch(raw);
    const csv = await forked('export', '--format', 'csv');
    expect(csv.output.match(/\r\n/g)).toHaveLength(4);
    expect(csv.output).toMatch(/^\uFEFFreference,receivedAt,kind,planId,/);
    const tabbed = await submissions('export', '--format', 'csv', '--separator', '\\t');
    expect(tabbed.output).toMatch(/^\uFEFFreference\treceivedAt\t/);
    const cells = ['"\'=HYPERLINK(""x"") \u202eoJ"', '"\'=== HOSTING ORDER REQUEST ===', `and ${controls} round`];
    for (const cell of cells) expect(csv.output).toContain(cell);
    const list = await forked('list', '--json', '--state', 'failed');
    expect(list.output).toBe(json.output);
    for (const parameters of ['export --format csv', 'export --format json', 'list --json']) {
      const { output } = await atTerminal(parameters);
      expect([parameters, output]).toEqual([parameters, expect.stringContaining(`and ${shown} round`)]);
      expect(output.replace(/\r+\n/g, '\n')).not.toMatch(raw);
    }
    const show = await forked('show', evil);
    expect(show.output).toContain(`Clear\\u001b[2J and ${shown} round\n\tnext line`);
    expect(show.output).toMatch(/^ {2}Last error: .*refused .*\\u001b\[2J .*\\u009b31m/m);
    const [unknown, wrong] = [await forked('show', '\u009b31m'), await forked('purge', '\u001b[2J\u202e')];
    for (const { output } of [status, show, unknown, wrong]) expect(output).not.toMatch(raw);
    expect([status, json, csv, show, unknown, wrong].map(({ exitCode }) => exitCode)).toEqual([2, 0, 0, 0, 1, 64]);
  });

  test('retry makes the running server send one mail, or all failed mails, again', async () => {
    expect(await submissions('retry', contact)).toMatchObject({ exitCode: 0, output: expect.stringMatching(contact) });
    // The mail worker looks for due mails only every 15 seconds. A new submission makes it look at once.
    await submit(site, contactMessage);
    // A mail server may discard a second mail with the Message-ID of the first.
    const again = await mailServer.waitForMail((mail) => headersOf(mail, 'references').length > 0);
    const first = await mailServer.mailAbout(contact);
    expect(headersOf(again, 'references')).toEqual([first.messageId]);
    expect([referencesIn(again), again.text]).toEqual([[contact], first.text]);
    expect(again.messageId).toBe(first.messageId?.replace('@', '.1@'));
    mailServer.react = () => undefined;
    expect((await submissions('retry', '--failed')).output).toMatch(/^1 due/);
    await submit(site, contactMessage);
    await site.waitForLog(({ msg, reference }) => msg === 'mail delivered' && reference === evil);
    await site.waitForLog(() => site.log.filter(({ msg }) => msg === 'mail delivered').length === 6);
    const { exitCode, output } = await submissions('status');
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^OK - 0 queued, 0 failed\nlast error: +-\n/);
  });

  test('status warns when the oldest mail has waited for over 15 minutes, and is critical when the configuration is wrong', async () => {
    mailServer.react = (step) => (step === 'mailFrom' ? '451 later' : undefined);
    const waiting = await submit(site, contactMessage);
    await site.waitForLog(({ msg, reference }) => msg.startsWith('mail postponed') && reference === waiting);
    expect(await submissions('status')).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^OK - 1 queued/) });
    receivedEarlier(site.dataDirectory, waiting, 16 * 60_000);
    const warning = expect.stringMatching(/^WARNING - 1 queued \(the oldest for 16 min\), 0 failed\n/);
    expect(await submissions('status')).toMatchObject({ exitCode: 1, output: warning });
    mailServer.react = (step) => (step === 'mailFrom' ? '535 Who are you?' : undefined);
    await submissions('retry', waiting);
    const refused = await submit(site, contactMessage);
    await site.waitForLog(({ event, reference }) => event === 'mail-misconfigured' && reference === refused);
    const { exitCode, output } = await submissions('status');
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^CRITICAL - 2 queued .*, 0 failed, the configuration of mail is at fault\n/);
    const lastError = /^last error: +\S+: Mail command failed: 535 Who are you\? - The mail server wants a login/m;
    expect(output).toMatch(lastError);
    mailServer.react = () => undefined;
  });

  test('watch prints new submissions as they come, also one that is committed late, until it gets a signal', async () => {
    const late = await submit(site, contactMessage);
    receivedEarlier(site.dataDirectory, late, 20 * 60_000);
    const watch = spawn(process.execPath, [program, 'watch'], { env: { DATA_DIR: site.dataDirectory } });
    const output = newArrivals<string>(() => 'nothing else came');
    for (const stream of [watch.stdout, watch.stderr]) stream.setEncoding('utf8').on('data', output.add);
    await output.waitFor((text) => text.startsWith('Watching'));
    const reference = await submit(site, orderOf('CXN3'));
    const line = await output.waitFor((text) => text.includes(reference));
    expect(line).toMatch(/^\S+ +\d{4}-\d\d-\d\d \d\d:\d\d +order +CXN3 +\w+ +\d +unverified +\S/);
    for (const old of references) expect(output.all.join('')).not.toContain(old);
    receivedEarlier(site.dataDirectory, late, -15 * 60_000);
    await output.waitFor((text) => text.includes(late));
    watch.kill('SIGINT');
    expect(await once(watch, 'exit')).toEqual([0, null]);
  });

  test('at a terminal, verbs that erase or replace ask first unless --yes is given, and go on only after a yes', async () => {
    const [asked, unasked] = [await submit(site, contactMessage), await submit(site, contactMessage)];
    const refused = { exitCode: 1, output: expect.stringContaining('Nothing is changed.') };
    for (const [verb, answer] of [
      [`forget ${person.email}`, 'n'],
      ['purge', ' '],
      [`delete ${asked}`, 'yet'],
      [`restore '${program}'`, 'no'],
    ] as const)
      expect([verb, await atTerminal(verb, answer)]).toEqual([verb, refused]);
    expect(await listed()).toEqual(expect.arrayContaining([asked, unasked]));
    const question = expect.stringContaining(`Erase ${asked} for good? [y/N] `);
    expect(await atTerminal(`delete ${asked}`, 'y')).toEqual({ exitCode: 0, output: question });
    expect(await atTerminal(`delete --yes ${unasked}`)).toEqual({ exitCode: 0, output: `${unasked} is erased.\r\n` });
    for (const gone of [asked, unasked]) expect(await listed()).not.toContain(gone);
  });

  test.each([
    ['list > /dev/full', 1],
    ['export --format csv > /dev/full', 1],
    ['export --format csv | true', 0],
    ['retry --failed 2> /dev/full', 0],
  ])('a command ends with a sentence on a full device, and without one on a closed pipe: %s', (command, exitCode) => {
    const { status, stdout } = spawnSync('sh', ['-c', `{ "${process.execPath}" "${program}" ${command}; } 2>&1`], {
      env: { PATH: process.env.PATH, DATA_DIR: site.dataDirectory },
      encoding: 'utf8',
    });
    const sentence = exitCode === 0 ? /^$/ : /^The output cannot be written \(.*ENOSPC.*\)\.\n$/;
    expect({ status, stdout }).toEqual({ status: exitCode, stdout: expect.stringMatching(sentence) });
  });
});

test.each([
  [['lits'], 64, /unknown command 'lits'\n\(Did you mean list\?\)\n"help VERB" says more\.\n$/],
  [['help', 'list'], 0, /^Usage:/],
  [['purge'], 78, /RETENTION_DAYS/],
  [['test-mail'], 78, /SMTP_URL/],
  [['list'], 78, /RETENTION_DAYS/],
  [['status'], 2, /^CRITICAL - The configuration has 3 faults: PORT: .* SMTP_URL: .* RETENTION_DAYS: [^\n]*\n$/],
])('without a store %j exits with %i', async (parameters, exitCode, printed) => {
  const environment = { DATA_DIR: '/nowhere', RETENTION_DAYS: 'x', SMTP_URL: 'x', PORT: 'x' };
  const output = expect.stringMatching(printed);
  expect(await runToEnd(['submissions', ...parameters], environment)).toMatchObject({ exitCode, output });
});
