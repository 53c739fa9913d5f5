import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type PostgresServer, startPostgres } from '../helpers/store/postgres.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Load, sendLoad } from './load.ts';
import type { Section } from './measurement.ts';
import { processorSeconds, type SiteServer, startQuietSite } from './processes.ts';

const rounds = 3;
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
/** Over all processes together. */
const connections = 48;
const processCounts = [1, 2, 4] as const;

const environment = { TRUST_PROXY: '1', SUBMISSION_LIMIT: '100000000', SUBMISSION_FLOOD: '100000000' };
const post = { contentType: 'application/json', body: JSON.stringify(contactMessage) };

type Round = Omit<Load, 'requests'> & {
  /** Processor time a post, in microseconds: of the site's processes, and of PostgreSQL's. */
  readonly ofSite: number;
  readonly ofDatabase: number;
};

/** Seconds of processor time of the server's processes that live now. */
async function databaseSeconds(postgres: PostgresServer | undefined): Promise<number> {
  const folder = (await postgres?.query('SHOW data_directory'))?.[0]?.data_directory;
  if (folder === undefined) return 0;
  const sum = readdirSync('/proc').map((name) => {
    try {
      return /^[0-9]+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder ? processorSeconds(Number(name)) : 0;
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return sum.reduce((all, one) => all + one, 0);
}

let visitors = 0;
async function measure(sites: readonly SiteServer[], duration: number, postgres?: PostgresServer): Promise<Round> {
  const siteSeconds = () => sites.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const before = { site: siteSeconds(), database: await databaseSeconds(postgres) };
  const loads = await Promise.all(
    sites.map(({ url }) => {
      visitors += 1;
      const options = { seconds: duration, connections: connections / sites.length };
      return sendLoad({ url: url + submissionsPath, post: { ...post, visitors }, ...options });
    }),
  );
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  const each = (of: number) => (of * 1e6) / requests;
  return {
    requestsPerSecond: loads.reduce((sum, load) => sum + load.requestsPerSecond, 0),
    p50Milliseconds: Math.max(...loads.map(({ p50Milliseconds }) => p50Milliseconds)),
    p99Milliseconds: Math.max(...loads.map(({ p99Milliseconds }) => p99Milliseconds)),
    ofSite: each(siteSeconds() - before.site),
    ofDatabase: each((await databaseSeconds(postgres)) - before.database),
  };
}

/** Posts a second of one process on SQLite, and of one, two and four on one PostgreSQL of this machine. */
export const scaling: Section = async (report) => {
  type Run = {
    readonly sites: readonly SiteServer[];
    readonly postgres?: PostgresServer;
    /** Runs SQL. */
    readonly change: (sql: string) => unknown;
  };
  const run = async (name: string, { sites, postgres, change }: Run) => {
    await measure(sites, 2, postgres);
    const all: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Each post counts those of ten minutes up to `SUBMISSION_FLOOD`, by default 200.
      await change('UPDATE submissions SET received_at = received_at - 660000');
      all.push(await measure(sites, seconds, postgres));
    }
    const best = all.reduce((one, other) => (one.requestsPerSecond > other.requestsPerSecond ? one : other));
    report(name, best.requestsPerSecond, 'posts/s');
    report(`${name}, p50`, best.p50Milliseconds, 'ms', 'aside');
    report(`${name}, p99`, best.p99Milliseconds, 'ms');
    report(`${name}, processor time, site`, best.ofSite, 'µs/post', 'aside');
    if (postgres) report(`${name}, processor time, PostgreSQL`, best.ofDatabase, 'µs/post', 'aside');
  };
  const start = (own: { readonly [name: string]: string }) =>
    startQuietSite({ ...environment, ...own }, undefined, ['--without-response-cache']);
  const stop = (sites: readonly SiteServer[]) => Promise.all(sites.map((site) => site.stop()));

  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const site = await start({ DATA_DIR: folder });
  const sqlite = new DatabaseSync(path.join(folder, 'submissions.sqlite'), { timeout: 10_000 });
  await run('SQLite, 1 process', { sites: [site], change: (sql) => sqlite.exec(sql) });
  sqlite.close();
  await stop([site]);
  rmSync(folder, { recursive: true });
  for (const count of processCounts) {
    const postgres = await startPostgres({ onDisk: true });
    const databaseUrl = await postgres.createDatabase();
    const sites = await Promise.all(Array.from({ length: count }, () => start({ DATABASE_URL: databaseUrl })));
    const change = (sql: string) => postgres.query(sql, databaseUrl);
    await run(`PostgreSQL, ${count} ${count === 1 ? 'process' : 'processes'}`, { sites, postgres, change });
    await stop(sites);
    await postgres.stop();
  }
};
