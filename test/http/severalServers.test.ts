import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { deadlines } from '../../server/lib/deadlines.ts';
import { type MailServer, referencesIn, startMailServer } from '../helpers/mail/mailServer.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { shiftedClock } from '../helpers/site/shiftedClock.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import type { Databases } from '../helpers/store/postgres.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { logged, submit } from '../helpers/visitor/posts.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage, newAddress, newKey, orderOf, submissionsPath } from '../helpers/visitor/visitor.ts';

const limit = 6;
const flood = 40;

withDebianTool('postgres', () => {
  let databases: Databases;
  let databaseUrl: string;
  let mailServers: MailServer[];
  /** Three servers of one database, each with its own mail server and clock. */
  let sites: Site[];
  const minutesAhead = [0, 10, -10];
  const start = (mailServer: MailServer, index: number) =>
    startSite({
      DATABASE_URL: databaseUrl,
      SMTP_URL: mailServer.url,
      TRUST_PROXY: '1',
      SUBMISSION_LIMIT: String(limit),
      SUBMISSION_FLOOD: String(flood),
      ...shiftedClock(minutesAhead[index] ?? 0),
    });
  beforeAll(async () => {
    databases = await sharedPostgres();
    databaseUrl = await databases.createDatabase();
    mailServers = await Promise.all([startMailServer(), startMailServer(), startMailServer()]);
    // At once on an empty database.
    sites = await Promise.all(mailServers.map(start));
  });
  afterAll(async () => {
    // First, so that no mail hangs.
    await Promise.all(mailServers.map((mailServer) => mailServer.stop()));
    await Promise.all(sites.map((site) => site.stop()));
    await databases.dropDatabase(databaseUrl);
  });

  const siteAt = (index: number) => sites[index % sites.length] as Site;
  const post = (site: Site, body: object = contactMessage, address = newAddress()) =>
    request(site.url).post(submissionsPath).set('X-Forwarded-For', address).send(body);
  const rows = (sql: string) => databases.query(sql, databaseUrl);
  /** Posts of one client to all servers at once; how many were accepted. */
  const accepted = async (address: string, amount = 4 * limit) => {
    const posts = Array.from({ length: amount }, (_, nth) => post(siteAt(nth), contactMessage, address));
    return (await Promise.all(posts)).filter(({ status }) => status !== 429).length;
  };

  test('with clocks that are ten minutes apart, one limit of posts holds over all servers and outlives each of them', async () => {
    const [one, other] = [newAddress(), newAddress()];
    expect(await Promise.all([accepted(one), accepted(other)])).toEqual([limit, limit]);
    for (const site of sites) {
      const wait = Number((await post(site, contactMessage, one).expect(429)).get('Retry-After'));
      expect([wait > 540, wait <= 600]).toEqual([true, true]);
    }
    await siteAt(0).stop();
    sites[0] = await start(mailServers[0] as MailServer, 0);
    expect(await accepted(one, 3)).toBe(0);
  });

  test('the same key at every server at once is stored once, under one reference', async () => {
    const [key, address] = [newKey(), newAddress()];
    const postOnce = (site: Site) => post(site, contactMessage, address).set('Idempotency-Key', key);
    const answers = await Promise.all([...sites, ...sites].map(postOnce));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ headers }) => headers['x-reference'])).size).toBe(1);
    expect(await rows(`SELECT 1 FROM submissions WHERE idempotency_key = '${key}'`)).toHaveLength(1);
    await post(siteAt(1), orderOf('CXN3')).set('Idempotency-Key', key).expect(422);
    // Of the limit they used up one.
    expect(await accepted(address)).toBe(limit - 1);
  });

  test('a token that one server issued proves one submission, wherever it is posted', async () => {
    const token = await newToken(siteAt(0).url);
    const address = newAddress();
    const company = `Proven ${newKey()}`;
    const postProven = (site: Site) =>
      post(site, { ...contactMessage, company }, address).set('X-Captcha-Token', token);
    await Promise.all(sites.map((site) => postProven(site).expect(200)));
    const stored = await rows(`SELECT verified FROM submissions WHERE company = '${company}' ORDER BY verified`);
    expect(stored.map(({ verified }) => verified)).toEqual([false, false, true]);
  });

  test('the mail of a server that was killed while sending it leaves from another within a minute, once', async () => {
    const url = await databases.createDatabase();
    const { promise: isSending, resolve: noteSending } = Promise.withResolvers<void>();
    const silent = await startMailServer({
      react: (step) => {
        if (step !== 'dot') return undefined;
        noteSending();
        return { does: 'hang' };
      },
    });
    const killed = await startSite({ DATABASE_URL: url, SMTP_URL: silent.url });
    const reference = await submit(killed);
    await isSending;
    const mailServer = await startMailServer();
    const other = await startApp({ DATABASE_URL: url, SMTP_URL: mailServer.url });
    killed.signal('SIGKILL');
    await killed.ended;
    await logged(other, 'mail delivered', await submit(other));
    const sql =
      'SELECT (lease_until - extract(epoch FROM now()) * 1000)::integer AS left FROM mails WHERE sent_at IS NULL';
    const [{ left }] = (await databases.query(sql, url)) as [{ left: number }];
    expect(left).toBeGreaterThan(0);
    // The other looks at least that often.
    expect(left + deadlines.mail.poll).toBeLessThan(60_000);
    await databases.query(`UPDATE mails SET lease_until = lease_until - ${left + 1}`, url);
    // Wakes the other, which looks by itself every 15 seconds.
    for (const each of [await submit(other), reference]) await logged(other, 'mail delivered', each);
    expect(mailServer.mails.flatMap(referencesIn).filter((each) => each === reference)).toHaveLength(1);
    await Promise.all([silent.stop(), killed.stop(), other.stop()]);
    await mailServer.stop();
    await databases.dropDatabase(url);
  });
});
