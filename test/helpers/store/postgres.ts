import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { localCertificate } from '../mail/certificate.ts';
import { type Identity, newKeptFolder, unprivileged } from '../run/keptFolder.ts';
import { type Arrivals, newArrivals } from '../site/arrivals.ts';
import { freePort } from '../site/freePort.ts';
import { findDebianTool } from '../tools/debianTool.ts';

const configurationFile = 'postgresql.conf';
const password = 'of-the-tests';
/** The role that owns a test's database, unless the test names another. It has no right beyond its databases. */
const ordinaryRole = 'site';

// biome-ignore lint/suspicious/noExplicitAny: a test knows the columns it asks for.
export type Row = { readonly [column: string]: any };

/** Settings by their names in postgresql.conf. */
type Settings = { readonly [name: string]: string | number };

/** The folder of PostgreSQL's programs. If the user who is to run the programs cannot read them, it is a copy in `folder`. */
function programsFor(identity: Identity, folder: string): string {
  const found = findDebianTool('postgres');
  if (!found) throw new Error('this machine has no PostgreSQL');
  const programs = path.dirname(found);
  if (spawnSync(found, ['--version'], { ...identity, cwd: '/' }).status === 0) return programs;
  cpSync(path.dirname(programs), path.join(folder, 'programs'), { recursive: true, verbatimSymlinks: true });
  return path.join(folder, 'programs', path.basename(programs));
}

/** The folder in which a cluster lies, and functions that run PostgreSQL's programs on it. */
type Place = ReturnType<typeof newPlace>;

function newPlace() {
  const identity = unprivileged();
  const { folder, remove } = newKeptFolder(identity, { prefix: 'postgres-', signal: 'QUIT' });
  const programs = programsFor(identity, folder);
  const spawnHere = (program: string, ...parameters: string[]) =>
    spawn(path.join(programs, program), parameters, {
      ...identity,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  return {
    data: path.join(folder, 'data'),
    spawn: spawnHere,
    run: async (program: string, ...parameters: string[]) => {
      const child = spawnHere(program, ...parameters);
      const closed = once(child, 'close');
      const output = await text(child.stderr);
      const [code] = await closed;
      if (code !== 0) throw new Error(`${program} failed:\n${output}`);
    },
    write: (name: string, content: string) => {
      const file = path.join(folder, name);
      writeFileSync(file, content, { mode: 0o600 });
      chownSync(file, identity.uid, identity.gid);
      return file;
    },
    remove,
  };
}

function lines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'\n`)
    .join('');
}

/** The databases of a running cluster. `url`: a DATABASE_URL with the login of the superuser. */
export function databasesAt(url: string) {
  const at = (database: string, user: string) => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    address.username = user;
    return String(address);
  };
  /** Runs SQL as the superuser in `databaseUrl`'s database, by default in `postgres`. Resolves with the last statement's rows. */
  const query = async (sql: string, databaseUrl?: string): Promise<Row[]> => {
    const database = databaseUrl === undefined ? 'postgres' : new URL(databaseUrl).pathname.slice(1);
    const client = new Client({ connectionString: at(database, 'postgres') });
    await client.connect();
    try {
      const results = [await client.query(sql)].flat();
      return results.at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  return {
    url,
    query,
    /** Creates an empty database. Resolves with its DATABASE_URL. The role that owns the database is created if it is missing. */
    createDatabase: async ({ encoding = 'UTF8', owner = ordinaryRole } = {}): Promise<string> => {
      const name = `t${crypto.randomUUID().replaceAll('-', '')}`;
      if (owner !== ordinaryRole)
        await query(
          `DO $$ BEGIN CREATE ROLE "${owner}" LOGIN PASSWORD '${password}';
            EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
        );
      await query(`CREATE DATABASE "${name}" OWNER "${owner}" TEMPLATE template0 ENCODING '${encoding}'`);
      return at(name, owner);
    },
    /** Removes a database that `createDatabase` has created, and ends all connections to it. */
    dropDatabase: async (databaseUrl: string): Promise<void> => {
      await query(`DROP DATABASE IF EXISTS "${new URL(databaseUrl).pathname.slice(1)}" WITH (FORCE)`);
    },
  };
}

export type Databases = ReturnType<typeof databasesAt>;

/** Starts a PostgreSQL server on the cluster that lies in `place`. */
async function startIn(place: Place, port: number) {
  const log: Arrivals<string> = newArrivals(() => `the log:\n${log.all.join('\n')}`);
  const databases = databasesAt(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
  let ended = Promise.resolve();

  const waitForNext = (text: string): Promise<string> => {
    const begun = log.all.length;
    return log.waitFor((line) => line.includes(text) && log.all.includes(line, begun));
  };

  const start = async () => {
    const child = place.spawn('postgres', '-D', place.data);
    const { promise: ready, resolve: noteReady, reject: noteFault } = Promise.withResolvers<void>();
    createInterface(child.stderr).on('line', (line) => {
      log.add(line);
      if (line.includes('database system is ready to accept')) noteReady();
    });
    child.once('error', noteFault);
    ended = new Promise((resolve) => child.once('exit', () => resolve()));
    child.once('close', () => noteFault(new Error(`PostgreSQL did not start:\n${log.all.join('\n')}`)));
    await ready;
  };

  await start();
  return {
    ...databases,
    port,
    /** Resolves with the first line of the log, past or future, that contains the text. */
    waitForLog: (text: string) => log.waitFor((line) => line.includes(text)),
    /** Changes settings that need no restart. */
    configure: async (settings: Settings): Promise<void> => {
      appendFileSync(path.join(place.data, configurationFile), lines(settings));
      const reloaded = waitForNext('reloading configuration files');
      await databases.query('SELECT pg_reload_conf()');
      await reloaded;
      // The checkpointer process tells the others whether commits wait for a standby. It reads the settings before a checkpoint.
      await databases.query('CHECKPOINT');
    },
    /** Ends the cluster at once, as a crash does: the next start recovers what was committed from the write-ahead log. */
    kill: async (): Promise<void> => {
      await place.run('pg_ctl', 'stop', '--mode=immediate', '-D', place.data);
      await ended;
    },
    /** Starts the server again after `kill`, with the same port and data. */
    start,
    /** Ends the server and removes all its files. */
    stop: place.remove,
  };
}

/** A PostgreSQL server on the loopback address, which an unprivileged user runs. */
export type PostgresServer = Awaited<ReturnType<typeof startIn>>;

/** Starts a new cluster, with PostgreSQL's default of syncing each commit. `tls`: the server offers TLS with `localCertificate`. */
export async function startPostgres({ settings = {} as Settings, tls = false } = {}): Promise<PostgresServer> {
  const place = newPlace();
  const passwordFile = place.write('password', password);
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const small = ['--encoding=UTF8', '--locale=C', '--no-sync', '--wal-segsize=1'];
  await place.run('initdb', '-D', place.data, ...login, ...small);
  const port = await freePort();
  const secured = tls && {
    ssl: 'on',
    ssl_key_file: place.write('server.key', localCertificate.key),
    ssl_cert_file: place.write('server.crt', localCertificate.cert),
  };
  const all: Settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // PostgreSQL's dynamic shared memory is in files of the data folder. So what a kill leaves is removed with that folder.
    dynamic_shared_memory_type: 'mmap',
    max_connections: 300,
    shared_buffers: '32MB',
    max_wal_size: '128MB',
    ...secured,
    ...settings,
  };
  appendFileSync(path.join(place.data, configurationFile), lines(all));
  const server = await startIn(place, port);
  await server.query(`CREATE ROLE ${ordinaryRole} LOGIN PASSWORD '${password}'`);
  return server;
}

/** Starts a standby that streams from the primary. Its name in `synchronous_standby_names` is `standby`. */
export async function startStandby(primary: PostgresServer) {
  const place = newPlace();
  const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=standby`;
  await place.run('pg_basebackup', '-d', from, '-D', place.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
  const port = await freePort();
  appendFileSync(path.join(place.data, configurationFile), lines({ port, synchronous_standby_names: '' }));
  const server = await startIn(place, port);
  await server.waitForLog('started streaming WAL');
  return {
    ...server,
    /** Makes the standby a primary. Resolves when the new primary accepts writes. */
    promote: () => server.query('SELECT pg_promote()'),
  };
}
