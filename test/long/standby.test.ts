import { expect, test } from '@jest/globals';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, newKey, submissionsPath } from '../helpers/visitor/visitor.ts';

const server = await untilEnd(startPostgres());
const mailServer = await untilEnd(startMailServer());
const url = await server.createDatabase();
const site = await untilEnd(startApp({ DATABASE_URL: url, SMTP_URL: mailServer.url, SUBMISSION_LIMIT: '1000000' }));

async function answerTo(path: string, options: RequestInit = {}) {
  const response = await fetch(site.url + path, options);
  await response.text();
  return { status: response.status };
}

function post(message: string, key = newKey()) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const body = JSON.stringify({ ...contactMessage, message });
  return answerTo(submissionsPath, { method: 'POST', headers, body });
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

test('a commit that the synchronous standby has not confirmed is not acknowledged, nor is its repetition', async () => {
  const message = 'Sent while the standby is away.';
  const key = newKey();
  await server.configure({ synchronous_standby_names: 'away' });
  const answers = await Promise.all([
    post(message, key),
    ...Array.from({ length: 10 }, (_, index) => post(`As well: ${index}`)),
  ]);
  for (const { status } of [...answers, await post(message, key)]) expect(status).toBe(503);
  // The server's side of a connection that was given up ends too.
  expect(await connections()).toBeLessThanOrEqual(13);
  await server.configure({ synchronous_standby_names: '' });
  await acknowledged(message, key);
  await mailServer.waitForMail(({ text = '' }) => text.includes(message));
  expect(await storedWith(message)).toBe(1);
});
