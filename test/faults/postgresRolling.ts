import { setTimeout as sleep } from 'node:timers/promises';
import { startCaddy } from '../helpers/network/debianProxy.ts';
import { holdPort } from '../helpers/site/heldSocket.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { hasSucceeded, markPattern, startLoad } from './proxies.ts';
import { newFindings, type Report } from './report.ts';
import { sizes } from './sizes.ts';

const settling = 300;

/** Restarts two servers behind one Caddy in turn while visitors read and order: deploy/README.md, "Several machines". */
export async function runPostgresRolling(): Promise<Report> {
  const [caddy, postgresProgram] = [findDebianTool('caddy'), findDebianTool('postgres')];
  if (!caddy || !postgresProgram)
    return { counts: { 'rolling restarts': "skipped: this machine lacks Debian's Caddy or PostgreSQL" }, faults: [] };
  const { faults, expect } = newFindings();
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const places = [holdPort(), holdPort()];
  const start = ({ port, descriptor }: (typeof places)[number]) =>
    startSite(
      {
        HOST: '127.0.0.1',
        PORT: String(port),
        TRUST_PROXY: '1',
        DATABASE_URL: databaseUrl,
        SUBMISSION_LIMIT: '1000000',
        SUBMISSION_FLOOD: '1000000',
      },
      { responseCache: false, socket: descriptor },
    );
  // At once on an empty database.
  const sites: Site[] = await Promise.all(places.map(start));
  const [first, ...others] = places as [(typeof places)[number], ...typeof places];
  const proxy = await startCaddy(caddy, first, undefined, others);
  const load = startLoad(proxy, 'rolling');
  for (let count = 0; count < sizes.restarts; count += 1)
    for (const [index, place] of places.entries()) {
      await sleep(settling);
      await sites[index]?.stop();
      sites[index] = await start(place);
    }
  await sleep(settling);
  const all = await load.stop();
  for (const { kind, answer } of all.filter((sent) => !hasSucceeded(sent)))
    expect(false, `a ${kind} was answered with ${answer?.status ?? 'nothing'}`);
  const rows = await postgres.query('SELECT message FROM submissions', databaseUrl);
  const marks = rows.map(({ message }) => markPattern.exec(message)?.[0] ?? '');
  const posts = all.filter(({ kind }) => kind !== 'file');
  expect(new Set(marks).size === marks.length, `${marks.length - new Set(marks).size} are stored twice`);
  expect(
    posts.every(({ mark }) => marks.includes(mark)),
    'something acknowledged is not stored',
  );
  await proxy.stop();
  for (const site of sites) await site.stop();
  for (const place of places) place.release();
  await postgres.stop();
  return {
    counts: {
      'restarts in turn': sizes.restarts * places.length,
      requests: all.length,
      posts: posts.length,
      failed: all.filter((sent) => !hasSucceeded(sent)).length,
    },
    faults,
  };
}
