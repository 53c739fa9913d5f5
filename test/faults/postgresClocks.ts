import { setTimeout as sleep } from 'node:timers/promises';
import { type MailServer, type React, startMailServer } from '../helpers/mail/mailServer.ts';
import { shiftedClock } from '../helpers/site/shiftedClock.ts';
import { runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage, newAddress, newKey, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, until } from './part.ts';

const minute = 60_000;
const second = 1000;
/** What a server and a mail server of it need on a busy machine. */
const patience = 20_000;
const limit = 3;
/** Minutes by which the clocks of the servers are ahead. */
const shifts = { right: 0, ahead: 10, behind: -10 } as const;
type Name = keyof typeof shifts;
const names = Object.keys(shifts) as Name[];

const now = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Three servers on one database, two of them with clocks that are wrong by ten minutes: the database's clock rules. */
export async function runPostgresClocks({ expect, counts, untilEnd, folder }: Part): Promise<void> {
  let checks = 0;
  const check = (holds: boolean, fault: string) => {
    checks += 1;
    expect(holds, fault);
  };
  const postgres = await untilEnd(startPostgres());
  const databaseUrl = await postgres.createDatabase();
  const environment = {
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '1',
    MAIL_RETRY_SECONDS: '1',
    MAIL_GIVE_UP_HOURS: '1',
    RETENTION_DAYS: '1',
    SUBMISSION_LIMIT: String(limit),
  };
  const start = async (name: Name) => {
    const mailServer = await startMailServer();
    const clock = shiftedClock(shifts[name]);
    const site = await untilEnd(startSite({ ...environment, ...clock, SMTP_URL: mailServer.url }));
    await untilEnd(mailServer);
    return [name, { site, mailServer }] as const;
  };
  const servers = Object.fromEntries(await Promise.all(names.map(start))) as {
    readonly [name in Name]: { readonly site: Site; readonly mailServer: MailServer };
  };
  const all = Object.values(servers);
  const reactEverywhere = (react: React) => {
    for (const { mailServer } of all) mailServer.react = react;
  };
  const sql = (text: string) => postgres.query(text, databaseUrl);
  const count = async (condition: string): Promise<number> =>
    Number((await sql(`SELECT count(*) FROM submissions WHERE ${condition}`))[0]?.count);
  const untilCount = (expected: number, condition: string) =>
    until(async () => (await count(condition)) === expected, patience, 100);

  type Post = { readonly address?: string; readonly token?: string; readonly key?: string };
  const post = (name: Name, { address = newAddress(), token, key = newKey() }: Post = {}) =>
    fetch(servers[name].site.url + submissionsPath, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        'Idempotency-Key': key,
        ...(token && { 'X-Captcha-Token': token }),
      },
      body: JSON.stringify(contactMessage),
    });
  const stored = async (name: Name, options?: Post): Promise<string> => {
    const { status, headers } = await post(name, options);
    check(status === 200, `${name}: a post was answered with ${status}`);
    return headers.get('x-reference') ?? '';
  };

  for (const name of names) {
    const difference = Date.parse(String(servers[name].site.log[0]?.time)) - Date.now();
    expect(Math.abs(difference - shifts[name] * minute) < minute, `${name}: its clock is not shifted`);
  }

  // Captcha tokens.
  for (const [issuer, verifier] of [
    ['right', 'ahead'],
    ['right', 'behind'],
    ['ahead', 'right'],
    ['behind', 'right'],
  ] as const) {
    const token = await newToken(servers[issuer].site.url);
    const [first, again] = [await stored(verifier, { token }), await stored(issuer, { token })];
    check(
      (await count(`reference = '${first}' AND verified`)) === 1,
      `a token of ${issuer} does not count ${verifier}`,
    );
    check((await count(`reference = '${again}' AND verified`)) === 0, `a token of ${issuer} counts twice`);
  }

  // Windows of limits.
  for (const name of ['ahead', 'behind'] as const) {
    const address = newAddress();
    for (let nth = 0; nth < limit; nth += 1) await stored('right', { address });
    const { status, headers } = await post(name, { address });
    const wait = Number(headers.get('retry-after'));
    check(
      status === 429 && wait > 540 && wait <= 600,
      `${name}: over the limit ${status}, to be retried after ${wait} s`,
    );
  }

  // Keys of plain forms, and the page of the result.
  const address = newAddress();
  const order = async (name: Name): Promise<string> => {
    const { status, headers } = await fetch(servers[name].site.url + submissionsPath, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': address },
      body: new URLSearchParams({ ...person, plan: 'CXN3', message: 'Two of them, please.' }).toString(),
    });
    check(status === 303, `${name}: a plain form was answered with ${status}`);
    return headers.get('location') ?? '';
  };
  const result = await order('right');
  for (const name of names) check((await order(name)) === result, `${name}: the same plain form again is stored again`);
  const shows = async (name: Name) => {
    const response = await fetch(servers[name].site.url + result, { redirect: 'manual' });
    return (await response.text()).includes('Order Submitted!');
  };
  const olderOrder = (minutes: number) =>
    sql(`UPDATE submissions SET received_at = received_at - ${minutes * minute},
      idempotency_expires_at = idempotency_expires_at - ${minutes * minute} WHERE kind = 'order'`);
  for (const name of names) check(await shows(name), `${name}: the result of an order is not shown`);
  await olderOrder(9);
  check((await order('ahead')) === result, 'ahead: the key of a plain form ends too soon');
  await olderOrder(2);
  check(await shows('ahead'), 'ahead: a result is not shown for 15 minutes');
  await olderOrder(5);
  check(!(await shows('behind')), 'behind: a result is shown after 15 minutes');
  check((await order('behind')) !== result, 'behind: the key of a plain form ends too late');

  // Leases and retries.
  check(await untilCount(0, "state <> 'delivered'"), 'not all is delivered');
  reactEverywhere((step) => (step === 'connect' ? { does: 'hang' } : undefined));
  const held = 12;
  for (let nth = 0; nth < held; nth += 1) await stored(names[nth % names.length] as Name);
  check(await untilCount(held, "state = 'pending' AND leased"), 'the servers hold fewer mails than they can');
  check(
    (await count(
      `state = 'pending' AND leased AND next_attempt_at - ${now} BETWEEN ${4 * minute} AND ${5 * minute}`,
    )) === held,
    'a lease does not last five minutes by the clock of the database',
  );
  const beyond = await stored('right');
  await sleep(second);
  check((await count("state = 'pending' AND attempts > 1")) === 0, 'a server has taken what another holds');
  check((await count(`reference = '${beyond}' AND attempts = 0`)) === 1, 'a server has taken more than it can send');

  // The age of what waits.
  const operate = (name: Name, verb: string, ...parameters: string[]) =>
    runToEnd(['submissions', verb, ...parameters], {
      ...environment,
      DATA_DIR: folder(),
      ...shiftedClock(shifts[name]),
    });
  const older = (minutes: number) =>
    sql(`UPDATE submissions SET received_at = received_at - ${minutes * minute} WHERE state = 'pending'`);
  await older(8);
  check((await operate('ahead', 'status')).exitCode === 0, 'ahead: status takes 8 minutes for more than 15');
  await older(8);
  check((await operate('behind', 'status')).exitCode === 1, 'behind: status takes 16 minutes for fewer than 15');

  // Retries, until the submission is given up.
  reactEverywhere((step) => (step === 'rcptTo' ? '451 later' : undefined));
  const waiting = await stored('right');
  const makeDue = () =>
    sql(
      `UPDATE submissions SET next_attempt_at = 0, leased = false, attempts = 1 WHERE reference = '${waiting}'; NOTIFY submissions`,
    );
  const tried = (name: Name) =>
    servers[name].site.log.some(({ msg, reference }) => msg === 'mail postponed' && reference === waiting);
  await sql(
    `UPDATE submissions SET received_at = received_at - ${50 * minute + 30 * second} WHERE reference = '${waiting}'`,
  );
  const areTried = async () => {
    await makeDue();
    return tried('ahead') && tried('behind');
  };
  check(await until(areTried, patience, 200), 'what waits for 50 minutes is not retried');
  const isSoon = `reference = '${waiting}' AND state = 'pending' AND next_attempt_at <= ${now} + 3 * ${second}`;
  check(await untilCount(1, isSoon), 'a retry waits longer than it should');
  await sql(`UPDATE submissions SET received_at = received_at - ${10 * minute} WHERE reference = '${waiting}'`);
  await makeDue();
  check(await untilCount(1, `reference = '${waiting}' AND state = 'failed'`), 'what waits for an hour is not given up');
  reactEverywhere(() => undefined);

  // Retention.
  const purge = async (name: Name) => (await operate(name, 'purge', '--yes', '--json')).printed.trim();
  const old = await stored('right');
  check(await untilCount(1, `reference = '${old}' AND state = 'delivered'`), 'a mail is not delivered');
  const olderDelivery = (minutes: number) =>
    sql(`UPDATE submissions SET delivered_at = delivered_at - ${minutes * minute} WHERE reference = '${old}'`);
  await olderDelivery(24 * 60 - 5);
  check((await purge('ahead')) === '{"erased":0}', 'ahead: purge erases too soon');
  await olderDelivery(10);
  check((await purge('behind')) === '{"erased":1}', 'behind: purge erases too late');

  check(
    await until(() => all.every(({ mailServer }) => mailServer.mails.length > 0), second),
    'a server sends no mail',
  );
  counts['checks by shifted clocks'] = checks;
}
