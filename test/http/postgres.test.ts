import { expect, test } from '@jest/globals';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { startApp } from '../helpers/site/app.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, newKey, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const server = await untilEnd(startPostgres());
const mailServer = await untilEnd(startMailServer());
const url = await server.createDatabase();
const proxy = await untilEnd(startTcpProxy(server.port));
const site = await untilEnd(
  startApp({ DATABASE_URL: proxy.through(url), SMTP_URL: mailServer.url, SUBMISSION_LIMIT: '1000000' }),
);

async function answerTo(path: string, options: RequestInit = {}) {
  const response = await fetch(site.url + path, { ...options, redirect: 'manual' });
  return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' };
}

function post(message: string, key = newKey()) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const body = JSON.stringify({ ...contactMessage, message });
  return answerTo(submissionsPath, { method: 'POST', headers, body });
}

function postPlain(message: string) {
  return answerTo(submissionsPath, { method: 'POST', body: new URLSearchParams({ ...person, plan: 'CXN3', message }) });
}

/** Repeats a post until it is acknowledged; a test that never ends has failed. */
async function acknowledged(message: string, key: string): Promise<void> {
  while ((await post(message, key)).status !== 200);
  while ((await answerTo('/healthz')).status !== 200);
}

async function connections(): Promise<number> {
  const [row] = await server.query(
    "SELECT count(*)::integer AS amount FROM pg_stat_activity WHERE application_name = 'website'",
  );
  return row?.amount;
}

async function storedWith(message: string): Promise<number> {
  return (await server.query(`SELECT 1 FROM submissions WHERE message LIKE '%${message}%'`, url)).length;
}

test('with a database that hangs, everyone is answered meanwhile, and it goes on by itself', async () => {
  const order = await postPlain('An order before the database hangs.');
  expect(order.status).toBe(303);
  proxy.hang();
  const page = answerTo('/server-hosting?budget=500');
  const key = newKey();
  const [json, plain, result, , ...others] = await Promise.all([
    post('Sent while the database hangs.', key),
    postPlain('An order while the database hangs.'),
    answerTo(order.location),
    answerTo('/healthz'),
    // More than there are connections.
    ...Array.from({ length: 20 }, (_, index) => post(`One of a crowd: ${index}`)),
  ]);
  expect((await page).status).toBe(200);
  for (const { status } of [json, plain, result, ...others]) expect(status).toBe(503);
  expect(JSON.parse(json.text)).toMatchObject({ success: false });
  // A busy server has no time for the page with the typed text, and answers with a short one.
  let { text } = plain;
  while (!text.includes('An order while the database hangs.'))
    ({ text } = await postPlain('An order while the database hangs.'));
  expect(result.text).toContain('reload this page');
  expect((await answerTo('/healthz')).status).toBe(503);

  await proxy.resume();
  await acknowledged('Sent while the database hangs.', key);
  expect(await connections()).toBeLessThanOrEqual(13);
  await mailServer.waitForMail(({ text = '' }) => text.includes('Sent while the database hangs.'));
  expect(await storedWith('Sent while the database hangs.')).toBe(1);
});

test('an outage leaves few lines in the log, and nothing personal or secret', () => {
  const lines = site.log.filter(({ level }) => level >= 40);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length).toBeLessThan(25);
  const output = JSON.stringify(site.log);
  for (const secret of [...Object.values(person), 'of-the-tests', 'Sent ']) expect(output).not.toContain(secret);
});

test('a wrong database ends the start with exit code 78 and one message', async () => {
  const wrong = String(Object.assign(new URL(url), { password: 'wrong-password' }));
  const { exitCode, output } = await runToEnd(['main'], { DATABASE_URL: wrong });
  expect(output).toMatch(
    /^DATABASE_URL: the database refuses the login: [^\n]*\(password authentication failed for user "\w+"\)\n$/,
  );
  expect(exitCode).toBe(78);
});
