// What servers tell of a fault that is there, still there after a restart, and mended before the next: settings × database × processes.
// `npm test` runs the cells in which an alarm was once false; `npm run test:all` runs all.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startReceivingServer } from '../helpers/network/receiver.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { type Environment, runToEnd } from '../helpers/site/site.ts';
import { runInFile } from '../helpers/store/stored.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { deliver } from '../helpers/visitor/posts.ts';

const mail = await untilEnd(startMailServer());
const alarms = await untilEnd(startReceivingServer());
const heartbeats = await untilEnd(startReceivingServer());

type Fault = {
  readonly what: string;
  /** The name of the fault's alarm on each database. Undefined: the fault is none there. */
  readonly alarm: Readonly<Partial<Record<'SQLite' | 'PostgreSQL', string>>>;
  readonly variables?: Environment;
  /** Statements that cause the fault in the database, and that mend it. */
  readonly statements?: readonly [cause: string, cure: string];
  /** An alarm of the level error stops the heartbeat. */
  readonly isError?: boolean;
  /** The exit code of `status` while the fault is there. */
  readonly status?: number;
};

const both = (name: string) => ({ SQLite: name, PostgreSQL: name });
const freshBackups = directoryUntilEnd();
writeFileSync(path.join(freshBackups, 'website.dump'), 'x');

const faults: readonly Fault[] = [
  { what: 'no fault', alarm: {} },
  { what: 'a mail server that is not set', alarm: both('smtp-url'), variables: { SMTP_URL: '' } },
  {
    what: 'an unreadable BACKUP_DIR',
    alarm: { SQLite: 'backup' },
    variables: { BACKUP_DIR: '/missing' },
    isError: true,
  },
  {
    what: 'a store that cannot be written',
    alarm: both('store'),
    statements: ['ALTER TABLE probe RENAME TO gone', 'ALTER TABLE gone RENAME TO probe'],
    isError: true,
    status: 2,
  },
  {
    what: 'a mail that has failed',
    alarm: both('failed-deliveries'),
    statements: ["UPDATE mails SET state = 'failed'", "UPDATE mails SET state = 'sent'"],
    isError: true,
    status: 2,
  },
];

/** A database with one delivered submission, and the environment of each process that uses it. */
async function newPlace(database: 'SQLite' | 'PostgreSQL', processes: number) {
  const directories = Array.from({ length: processes }, directoryUntilEnd);
  const databases = database === 'PostgreSQL' ? await sharedPostgres() : undefined;
  const url = await databases?.createDatabase();
  const shared = {
    // `deliver` posts as a proxy does.
    ...{ PUBLIC_ORIGIN: 'http://localhost', TRUST_PROXY: '1', MAIL_TO: 'sales@cirrux.example' },
    ...{ SMTP_URL: mail.url, ALARM_URL: alarms.url, BACKUP_DIR: freshBackups, ...(url && { DATABASE_URL: url }) },
  };
  const environments = directories.map((DATA_DIR): Environment => ({ ...shared, DATA_DIR }));
  const first = await startApp(environments[0]);
  await deliver(first);
  await first.stop();
  const file = databaseFile(directories[0] ?? '');
  const sql = async (statement: string) => databases?.query(statement, url) ?? runInFile(file, statement);
  return { environments, sql };
}

/** Starts servers, waits until each has looked for all faults, and stops them. Resolves with what they have told. */
async function run(environments: readonly Environment[], isWell: boolean) {
  const [posts, beats] = [alarms.all.length, heartbeats.all.length];
  const sites = await Promise.all(environments.map((each) => startApp({ ...each, HEARTBEAT_URL: heartbeats.url })));
  await Promise.all(sites.map(({ checkedOnce }: App) => checkedOnce));
  const told = sites.flatMap(({ log }) => log.filter(({ alarm }) => alarm));
  await alarms.waitFor(() => alarms.all.length >= posts + told.length);
  if (isWell) await heartbeats.waitFor(() => heartbeats.all.length >= beats + sites.length);
  for (const site of sites) await site.stop();
  const lines = sites.flatMap(({ log }) => log).filter(({ alarm }) => alarm);
  // Each line of an alarm was posted, and nothing else.
  const posted = alarms.all.slice(posts).map(({ body }) => body);
  expect(posted.sort()).toEqual(lines.map(({ msg }) => msg).sort());
  return {
    // The company's own placeholders are an alarm at each start of a site from this repository.
    told: lines.filter(({ alarm }) => alarm !== 'open-facts').map(({ alarm, level }) => [alarm, level > 30]),
    beats: heartbeats.all.length - beats,
  };
}

function declareMatrix(database: 'SQLite' | 'PostgreSQL', processes: number, cells = faults): void {
  describe(`${processes} on ${database}:`, () => {
    test.each(cells)('$what is told once at each start, its end once; a well site has a heartbeat', async (fault) => {
      const { environments, sql } = await newPlace(database, processes);
      const { variables, statements: [cause, cure] = [], isError, status = 0 } = fault;
      const alarm = fault.alarm[database];
      const faulty = environments.map((each) => ({ ...each, ...variables }));
      const isWell = !(alarm && isError);
      const expectStatus = async (variablesOfOne: Environment | undefined, expected: number) =>
        expect((await runToEnd(['submissions', 'status'], variablesOfOne ?? {})).exitCode).toBe(expected);

      if (cause) await sql(cause);
      const wanted = { told: alarm ? [[alarm, true]] : [], beats: isWell ? processes : 0 };
      for (const _start of ['first', 'not mended']) expect(await run(faulty, isWell)).toEqual(wanted);
      await expectStatus(faulty[0], status);
      if (cure) await sql(cure);
      expect(await run(environments, true)).toEqual({ told: alarm ? [[alarm, false]] : [], beats: processes });
      await expectStatus(environments[0], 0);
      expect((await run(environments, true)).told).toEqual([]);
    });
  });
}

declareMatrix('SQLite', 1);
withDebianTool('postgres', () => {
  if (isLong) declareMatrix('PostgreSQL', 1);
  const shared = ['an unreadable BACKUP_DIR', 'a mail that has failed'];
  declareMatrix('PostgreSQL', 2, isLong ? faults : faults.filter(({ what }) => shared.includes(what)));
});
