import { type ClientConfig, DatabaseError, types } from 'pg';
import { deadlines } from '../../lib/deadlines.ts';

types.setTypeParser(types.builtins.INT8, Number);

/** The address as `pg` reads it: it knows no `sslrootcert=system`, which names the certificate authorities that Node has anyway. */
function addressOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.searchParams.get('sslrootcert') === 'system') {
    url.searchParams.delete('sslrootcert');
    url.searchParams.set('sslmode', 'verify-full');
  }
  return url.href;
}

/**
 * How connections are made. `timeout`: milliseconds for each of connecting (ten seconds at most), a statement and a lock, so
 * that none waits for a machine that is gone.
 */
export function connectionSettings(databaseUrl: string, timeout: number): ClientConfig {
  return {
    application_name: 'website',
    connectionString: addressOf(databaseUrl),
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
