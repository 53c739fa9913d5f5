import { startMailServer } from '../helpers/mail/mailServer.ts';
import { shiftedClock } from '../helpers/site/shiftedClock.ts';
import { runToEnd, startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage, newAddress, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, until } from './part.ts';

const minute = 60_000;
/** Milliseconds that a server and its mail server need on a busy machine. */
const patience = 20_000;
const limit = 3;
/** Minutes by which the clocks of the servers are ahead. */
const shifts = { right: 0, ahead: 10, behind: -10 } as const;
type Name = keyof typeof shifts;
const names = Object.keys(shifts) as Name[];
const wrong = ['ahead', 'behind'] as const;

/**
 * Three servers on one database, two of them with clocks that are wrong by ten minutes: the database's clock rules. Its
 * leases and retries: test/store/postgresUpkeep.test.ts.
 */
export async function runPostgresClocks({ expect, counts, untilEnd, folder }: Part): Promise<void> {
  let checks = 0;
  const check = (holds: boolean, fault: string) => {
    checks += 1;
    expect(holds, fault);
  };
  const postgres = await untilEnd(startPostgres());
  const databaseUrl = await postgres.createDatabase();
  const mailServer = await untilEnd(startMailServer());
  const environment = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: mailServer.url,
    TRUST_PROXY: '1',
    MAIL_RETRY_SECONDS: '1',
    MAIL_GIVE_UP_HOURS: '1',
    RETENTION_DAYS: '1',
    SUBMISSION_LIMIT: String(limit),
  };
  const start = (name: Name) => untilEnd(startSite({ ...environment, ...shiftedClock(shifts[name]) }));
  const [right, ahead, behind] = await Promise.all([start('right'), start('ahead'), start('behind')]);
  const sites = { right, ahead, behind };
  for (const name of names) {
    const difference = Date.parse(String(sites[name].log[0]?.time)) - Date.now();
    expect(Math.abs(difference - shifts[name] * minute) < minute, `${name}: its clock is not shifted`);
  }
  const sql = (text: string) => postgres.query(text, databaseUrl);
  const holds = async (reference: string, condition: string): Promise<boolean> =>
    (await sql(`SELECT FROM submissions WHERE reference = '${reference}' AND ${condition}`)).length === 1;
  const mailAbout = (reference: string) =>
    `message_id IN (SELECT message_id FROM mail_submissions WHERE reference = '${reference}')`;
  const soonIs = (state: 'sent' | 'failed', reference: string) =>
    until(
      async () => (await sql(`SELECT FROM mails WHERE ${mailAbout(reference)} AND state = '${state}'`)).length === 1,
      patience,
      100,
    );
  /** Moves a moment of the mail about a submission back. */
  const age = (reference: string, minutes: number, column: 'pending_since' | 'sent_at') =>
    sql(`UPDATE mails SET ${column} = ${column} - ${minutes * minute} WHERE ${mailAbout(reference)}`);

  type Post = { readonly address?: string; readonly token?: string };
  const post = (name: Name, { address = newAddress(), token }: Post = {}) =>
    fetch(sites[name].url + submissionsPath, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        ...(token && { 'X-Captcha-Token': token }),
      },
      body: JSON.stringify(contactMessage),
    });
  const stored = async (name: Name, options?: Post): Promise<string> => {
    const { status, headers } = await post(name, options);
    check(status === 200, `${name}: a post was answered with ${status}`);
    return headers.get('x-reference') ?? '';
  };

  for (const name of wrong)
    for (const [issuer, verifier] of [
      ['right', name],
      [name, 'right'],
    ] as const) {
      const token = await newToken(sites[issuer].url);
      check(await holds(await stored(verifier, { token }), 'verified'), `a token of ${issuer} does not count`);
      check(await holds(await stored(issuer, { token }), 'NOT verified'), `a token of ${issuer} counts twice`);
    }

  for (const name of wrong) {
    const address = newAddress();
    for (let nth = 0; nth < limit; nth += 1) await stored('right', { address });
    const { status, headers } = await post(name, { address });
    const wait = Number(headers.get('retry-after'));
    check(
      status === 429 && wait > 540 && wait <= 600,
      `${name}: over the limit ${status}, to be retried after ${wait}`,
    );
  }

  // The keys of plain forms, and the page of the result.
  const address = newAddress();
  const order = async (name: Name): Promise<string> => {
    const { status, headers } = await fetch(sites[name].url + submissionsPath, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': address },
      body: new URLSearchParams({ ...person, plan: 'CXN3', message: 'Two of them, please.' }).toString(),
    });
    check(status === 303, `${name}: a plain form was answered with ${status}`);
    return headers.get('location') ?? '';
  };
  const result = await order('right');
  const ordered = new URL(result, right.url).searchParams.get('submitted') ?? '';
  const ageOrder = (minutes: number) =>
    sql(`UPDATE submissions SET received_at = received_at - ${minutes * minute},
      idempotency_expires_at = idempotency_expires_at - ${minutes * minute} WHERE reference = '${ordered}'`);
  const shows = async (name: Name) => {
    const response = await fetch(sites[name].url + result, { redirect: 'manual' });
    return (await response.text()).includes('Order Submitted!');
  };
  for (const name of names) check((await order(name)) === result, `${name}: the same plain form again is stored again`);
  for (const name of names) check(await shows(name), `${name}: the result of an order is not shown`);
  await ageOrder(9);
  check((await order('ahead')) === result, 'ahead: the key of a plain form ends too soon');
  await ageOrder(2);
  check(await shows('ahead'), 'ahead: a result is not shown for 15 minutes');
  await ageOrder(5);
  check(!(await shows('behind')), 'behind: a result is shown after 15 minutes');
  check((await order('behind')) !== result, 'behind: the key of a plain form ends too late');
  const isSent = async () => (await sql("SELECT FROM mails WHERE state <> 'sent'")).length === 0;
  check(await until(isSent, patience, 100), 'not all is delivered');

  // The age of what waits, until it is given up.
  mailServer.react = (step) => (step === 'rcptTo' ? '451 later' : undefined);
  const operate = (name: Name, ...parameters: string[]) =>
    runToEnd(['submissions', ...parameters], {
      ...environment,
      DATA_DIR: folder(),
      ...shiftedClock(shifts[name]),
    });
  const waiting = await stored('right');
  await age(waiting, 8, 'pending_since');
  check((await operate('ahead', 'status')).exitCode === 0, 'ahead: status takes 8 minutes for more than 15');
  await age(waiting, 8, 'pending_since');
  check((await operate('behind', 'status')).exitCode === 1, 'behind: status takes 16 minutes for fewer than 15');
  await age(waiting, 34, 'pending_since');
  const makeDue = () =>
    sql(`UPDATE mails SET due_at = 0, lease_until = NULL, attempts = 1 WHERE ${mailAbout(waiting)};
      NOTIFY submissions`);
  const areTried = async () => {
    await makeDue();
    const lineOf = (name: Name) =>
      sites[name].log.some(({ msg, reference }) => msg === 'mail postponed' && reference === waiting);
    return wrong.every(lineOf);
  };
  check(await until(areTried, patience, 200), 'what waits for 50 minutes is not retried');
  await age(waiting, 10, 'pending_since');
  await makeDue();
  check(await soonIs('failed', waiting), 'what waits for an hour is not given up');
  mailServer.react = () => undefined;

  const purge = async (name: Name) => (await operate(name, 'purge', '--yes', '--json')).printed.trim();
  const old = await stored('right');
  check(await soonIs('sent', old), 'a mail is not delivered');
  await age(old, 24 * 60 - 5, 'sent_at');
  check((await purge('ahead')) === '{"erased":0}', 'ahead: purge erases too soon');
  await age(old, 10, 'sent_at');
  check((await purge('behind')) === '{"erased":1}', 'behind: purge erases too late');
  counts['checks by shifted clocks'] = checks;
}
