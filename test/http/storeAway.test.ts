import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { post, submit } from '../helpers/visitor/posts.ts';
import { contactMessage, orderOf, submissionsPath } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const settings = { SMTP_URL: mail.url, PUBLIC_ORIGIN: 'http://localhost' };

/** Expects what visitors, a monitor and the operator see while the store is away. */
async function expectAway(site: Site | App): Promise<void> {
  await request(site.url).get('/server-hosting').expect(200);
  await post(site).expect(503);
  const plain = request(site.url).post(submissionsPath).type('form');
  await plain.send({ ...contactMessage, plan: 'CXN3', message: 'Kept text' }).expect(503, /Kept text/);
  await request(site.url).get('/healthz').expect(503);
  expect(await site.waitForLog(({ alarm }) => alarm === 'store')).toMatchObject({ level: 50 });
}
/** Expects that the site goes on by itself, and that an order arrives. */
async function expectBack(site: Site | App): Promise<void> {
  await site.waitForLog(({ msg }) => msg === 'database reached');
  const reference = await submit(site, orderOf('CXN3', ''));
  await mail.mailAbout(reference);
}

const disk = newDataDirectory();
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
});
(isMounted ? test : test.skip)(
  'a start on a full disk (skipped where no small one can be mounted) serves pages, and goes on when there is room',
  async () => {
    const filler = path.join(disk, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']);
    const site = await untilEnd(startSite(settings, { dataDirectory: disk }));
    await expectAway(site);
    rmSync(filler);
    await expectBack(site);
  },
);

withDebianTool('postgres', () => {
  test('a start while PostgreSQL is away serves pages, with one line for the reason, and goes on when it is there', async () => {
    const { port, createDatabase } = await sharedPostgres().then((databases) => ({
      ...databases,
      port: Number(new URL(databases.url).port),
    }));
    const proxy = await untilEnd(startTcpProxy(port));
    proxy.refuse();
    const DATABASE_URL = proxy.through(await createDatabase());
    const site = await untilEnd(startApp({ ...settings, DATABASE_URL }));
    await expectAway(site);
    await proxy.resume();
    await expectBack(site);
    const waiting = site.log.filter(({ msg }) => msg === 'waiting for the database');
    expect(waiting).toMatchObject([{ reason: expect.stringContaining('cannot be reached') }]);
  });

  test('a process whose database turns out to be of a newer version ends with exit code 78', async () => {
    const databases = await sharedPostgres();
    const url = await databases.createDatabase();
    const first = await startApp({ ...settings, DATABASE_URL: url });
    await first.stop();
    await databases.query('UPDATE schema_version SET version = 999, works_from = 999', url);
    const proxy = await untilEnd(startTcpProxy(Number(new URL(url).port)));
    proxy.refuse();
    const site = await startSite({ ...settings, DATABASE_URL: proxy.through(url) });
    await request(site.url).get('/healthz').expect(503);
    await proxy.resume();
    expect(await site.ended).toMatchObject({ exitCode: 78 });
    expect(site.log.at(-1)).toMatchObject({ level: 60, msg: expect.stringContaining('newer version (schema 999') });
  });
});

test('a database that a start creates is told once as an alarm, and an existing one is not', async () => {
  const DATA_DIR = directoryUntilEnd();
  const first = await startApp({ ...settings, DATA_DIR });
  expect(await first.waitForLog(({ alarm }) => alarm === 'new-database')).toMatchObject({ level: 40 });
  await first.stop();
  const second = await untilEnd(startApp({ ...settings, DATA_DIR, METRICS_PORT: '0' }));
  const { url } = await second.waitForLog(({ msg }) => msg === 'metrics are served');
  const { text } = await request(String(url)).get('');
  expect(text).toContain('alarm="store"');
  expect(second.log.filter(({ alarm }) => alarm === 'new-database')).toEqual([]);
});
