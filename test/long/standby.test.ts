import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post } from '../helpers/visitor/posts.ts';
import { contactMessage, newKey } from '../helpers/visitor/visitor.ts';

test('a post is not acknowledged while the synchronous standby has not confirmed its commit, and nor is its repetition', async () => {
  const server = await untilEnd(startPostgres());
  const mailServer = await untilEnd(startMailServer());
  const url = await server.createDatabase();
  const site = await untilEnd(startApp({ DATABASE_URL: url, SMTP_URL: mailServer.url, SUBMISSION_LIMIT: '1000000' }));
  const message = 'Sent while the standby is away.';
  const key = newKey();
  const send = () => post(site, { ...contactMessage, message }, { key });

  await server.configure({ synchronous_standby_names: 'away' });
  const answers = await Promise.all([send(), ...Array.from({ length: 10 }, () => post(site))]);
  for (const { status } of [...answers, await send()]) expect(status).toBe(503);
  // When the site gives up a connection that waits for the standby, PostgreSQL must end its process, or processes would pile up.
  const connections = await server.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'website'");
  expect(connections.length).toBeLessThanOrEqual(13);

  await server.configure({ synchronous_standby_names: '' });
  while ((await send()).status !== 200);
  await mailServer.waitForMail(({ text = '' }) => text.includes(message));
  expect(await server.query(`SELECT 1 FROM submissions WHERE message = '${message}'`, url)).toHaveLength(1);
});

test("only the site's own abandoned commits are cancelled, not another program's that waits for the standby as well", async () => {
  const server = await untilEnd(startPostgres());
  const url = await server.createDatabase();
  const site = await untilEnd(startApp({ DATABASE_URL: url, SUBMISSION_LIMIT: '1000000' }));
  const other = new Client({ connectionString: url });
  await other.connect();
  await server.configure({ synchronous_standby_names: 'away' });
  let ending: unknown;
  const waiting = other.query('CREATE TABLE of_another ()').then(
    () => (ending = 'committed'),
    (error: unknown) => (ending = error),
  );
  for (let time = 0; time < 4; time++) await post(site).expect(503);
  const found = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'CREATE TABLE of_another%'";
  expect(await server.query(found)).toHaveLength(1);
  expect(ending).toBeUndefined();
  await server.configure({ synchronous_standby_names: '' });
  await waiting;
  expect(ending).toBe('committed');
  await other.end();
});
