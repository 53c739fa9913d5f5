import { type ClientConfig, DatabaseError, types } from 'pg';
import { deadlines } from '../../lib/deadlines.ts';

types.setTypeParser(types.builtins.INT8, Number);

/** The address for `pg`. Removes `sslrootcert=system`, which `pg` does not know: Node trusts those authorities by default. */
function addressOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.searchParams.get('sslrootcert') === 'system') {
    url.searchParams.delete('sslrootcert');
    url.searchParams.set('sslmode', 'verify-full');
  }
  return url.href;
}

/**
 * The settings of a connection. `timeout`, in milliseconds, limits connecting (to ten seconds at most), each statement and each wait
 * for a lock, so that nothing waits for a machine that is gone.
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
 * Removes the fields of an error in which PostgreSQL quotes values of rows, so that the error may be logged. If Node could not reach
 * any address of a host, returns the error of the first address.
 */
export function withoutValues(error: unknown): unknown {
  if (error instanceof AggregateError && error.message === '') return error.errors[0];
  if (error instanceof DatabaseError)
    Object.assign(error, { detail: undefined, hint: undefined, where: undefined, internalQuery: undefined });
  return error;
}
