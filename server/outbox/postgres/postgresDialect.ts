import type { Dialect } from '../database.ts';

/**
 * The keys of this program's advisory locks, each of two integers: the program's own number and the lock's.
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
const program = 20_082_008;
export const advisoryLocks = {
  /** Held for one transaction while the schema is changed. */
  schema: `${program}, 1`,
  /** Shared: held for a session by each server that uses this database. Exclusive: held while the database is moved. */
  server: `${program}, 2`,
  /** Held for one transaction while a confirmation is claimed. */
  confirmations: `${program}, 3`,
} as const;

/** The channel of the notification that a mail has become due. */
export const channel = 'submissions';

export const postgresDialect: Dialect = {
  now: '(floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)',
  isOneOf: (column, parameter) => `${column} = ANY(CAST(${parameter} AS TEXT[]))`,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  lockConfirmations: [`SELECT pg_advisory_xact_lock(${advisoryLocks.confirmations})`],
};
