import { readFileSync } from 'node:fs';
import { type ClientConfig, DatabaseError, types } from 'pg';
import { asksForTls } from '../../config/databaseUrl.ts';
import { deadlines } from '../../lib/deadlines.ts';

types.setTypeParser(types.builtins.INT8, Number);

/** `sslrootcert=system`: the certificate authorities that Node knows. */
const systemAuthorities = 'system';

/** The parts of an address that `isDatabaseUrl` accepts. Throws when a certificate file that it names cannot be read. */
function addressSettings(databaseUrl: string): ClientConfig {
  const { username, password, hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const given = (text: string | null) => (text ? decodeURIComponent(text) : undefined);
  const parameter = (name: string) => searchParams.get(name) || undefined;
  const textOf = (name: string) => {
    const file = parameter(name);
    if (file === undefined || file === systemAuthorities) return undefined;
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new Error(`the file of ${name} cannot be read (${(error as Error).message})`, { cause: error });
    }
  };
  const [ca, cert, key] = [textOf('sslrootcert'), textOf('sslcert'), textOf('sslkey')];
  return {
    user: given(username),
    password: given(password),
    host: parameter('host') ?? given(hostname.replace(/^\[(.+)\]$/, '$1')),
    ...(port && { port: Number(port) }),
    database: given(pathname.slice(1)),
    options: parameter('options'),
    application_name: parameter('application_name') ?? 'website',
    ssl: asksForTls(databaseUrl) && {
      rejectUnauthorized: true,
      ...(ca && { ca }),
      ...(cert && { cert }),
      ...(key && { key }),
    },
  };
}

/**
 * How connections are made. `timeout`: milliseconds for each of connecting (ten seconds at most), a statement and a lock, so
 * that none waits for a machine that is gone. Throws when a certificate file that the address names cannot be read.
 */
export function connectionSettings(databaseUrl: string, timeout: number): ClientConfig {
  return {
    ...addressSettings(databaseUrl),
    connectionTimeoutMillis: Math.min(timeout, deadlines.store.connection),
    query_timeout: timeout,
    statement_timeout: timeout,
    lock_timeout: timeout,
    idle_in_transaction_session_timeout: timeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * An error as it may be logged: PostgreSQL quotes values of rows in some fields. Node has an error for each address of a host,
 * of which the first stands for all.
 */
export function withoutValues(error: unknown): unknown {
  if (error instanceof AggregateError && error.message === '') return error.errors[0];
  if (error instanceof DatabaseError)
    Object.assign(error, { detail: undefined, hint: undefined, where: undefined, internalQuery: undefined });
  return error;
}
