import { expect, test } from '@jest/globals';
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
