import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post, postForm, submit } from '../helpers/visitor/posts.ts';
import { contactMessage, newKey, orderOf, person } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const settings = { SMTP_URL: mail.url, PUBLIC_ORIGIN: 'http://localhost', TRUST_PROXY: '1' };
const order = { ...person, plan: 'CXN3', message: 'Kept text' };

/** Expects what visitors, a monitor and the operator see while the store is away. */
async function expectAway(site: Site | App): Promise<void> {
  await request(site.url).get('/server-hosting').expect(200);
  await post(site).expect(503);
  await postForm(site, order).expect(503, /Kept text/);
  await request(site.url).get('/healthz').expect(503);
  expect(await site.waitForLog(({ alarm }) => alarm === 'store')).toMatchObject({ level: 50 });
}
/** Expects that the site reaches the store again without a restart, and that the mail of an order arrives. */
async function expectBack(site: Site | App): Promise<void> {
  await site.waitForLog(({ msg }) => msg === 'database reached');
  await mail.mailAbout(await submit(site, orderOf('CXN3')));
}

const disk = newDataDirectory();
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
});
(isMounted ? test : test.skip)(
  'on a full disk (skipped where no small one can be mounted) the site starts and serves pages, refuses posts, and goes on when there is room',
  async () => {
    const filler = path.join(disk, 'filler');
    const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']);
    fill();
    const site = await untilEnd(startSite(settings, { dataDirectory: disk }));
    await expectAway(site);
    rmSync(filler);
    await expectBack(site);

    fill();
    while ((await post(site)).status === 200);
    await expectAway(site);
    rmSync(filler);
    await mail.mailAbout(await submit(site, orderOf('CXN3')));
  },
);

withDebianTool('postgres', () => {
  /** A new database behind a proxy that refuses connections. */
  async function newDatabase() {
    const databases = await sharedPostgres();
    const url = await databases.createDatabase();
    const proxy = await untilEnd(startTcpProxy(Number(new URL(url).port)));
    proxy.refuse();
    return { url, proxy, DATABASE_URL: proxy.through(url), query: (sql: string) => databases.query(sql, url) };
  }

  test('a server started while PostgreSQL is away stays up and serves pages, logs the reason once, and takes orders when PostgreSQL is back', async () => {
    const { proxy, DATABASE_URL } = await newDatabase();
    using intervals = jest.spyOn(globalThis, 'setInterval');
    const site = await untilEnd(startApp({ ...settings, DATABASE_URL }));
    await expectAway(site);
    // What the server does at intervals fails now. A rejection that nothing handles would end the server, and fails the test.
    for (const [act] of intervals.mock.calls) act();
    await proxy.resume();
    await expectBack(site);
    const waiting = site.log.filter(({ msg }) => msg === 'waiting for the database');
    expect(waiting).toMatchObject([{ reason: expect.stringContaining('cannot be reached') }]);
  });

  test('while PostgreSQL hangs every request is answered and few lines are logged, and after a hang or a restart the site recovers by itself', async () => {
    const { proxy, DATABASE_URL, query } = await newDatabase();
    await proxy.resume();
    const site = await untilEnd(startApp({ ...settings, DATABASE_URL }));
    const result = (await postForm(site, order).expect(303)).get('Location') ?? '';
    proxy.hang();
    const options = { key: newKey() };
    const [page, answer, ...posts] = await Promise.all([
      request(site.url).get('/server-hosting?budget=500'),
      request(site.url).get(result).redirects(0),
      post(site, contactMessage, options),
      // These are more posts than the server has connections to the database.
      ...Array.from({ length: 20 }, () => post(site)),
    ]);
    expect(page.status).toBe(200);
    expect(answer.text).toContain('reload this page');
    for (const { status } of [answer, ...posts]) expect(status).toBe(503);
    // A busy server answers a plain post with a short page. Once it is no longer busy, its answer contains the typed text.
    while (!(await postForm(site, order).expect(503)).text.includes('Kept text'));
    await request(site.url).get('/healthz').expect(503);

    await proxy.resume();
    // If the site does not recover, the test's time limit ends the loops. PostgreSQL ends all connections when it restarts.
    while ((await post(site, contactMessage, options)).status !== 200);
    expect(await query(`SELECT 1 FROM submissions WHERE idempotency_key = '${options.key}'`)).toHaveLength(1);
    const connections = 'FROM pg_stat_activity WHERE datname = current_database()';
    const [row] = await query(`SELECT count(*)::integer AS amount ${connections}`);
    expect(row?.amount).toBeLessThanOrEqual(14);
    await query(`SELECT pg_terminate_backend(pid) ${connections} AND pid <> pg_backend_pid()`);
    while ((await request(site.url).get('/healthz')).status !== 200);
    const warnings = site.log.filter(({ level }) => level >= 40);
    expect(warnings.length).toBeLessThan(25);
    for (const secret of [...Object.values(person), 'of-the-tests'])
      expect(JSON.stringify(site.log)).not.toContain(secret);
  });
});

test('a start that creates a database raises an alarm', async () => {
  const site = await untilEnd(startApp(settings));
  expect(await site.waitForLog(({ alarm }) => alarm === 'new-database')).toMatchObject({ level: 40 });
});
