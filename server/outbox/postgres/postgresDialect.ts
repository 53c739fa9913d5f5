import type { Dialect } from '../database.ts';

/**
 * The keys of this program's advisory locks, each of two integers: the program's own number and the lock's.
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
const program = 20_082_008;
export const advisoryLocks = {
  /** For one transaction: who changes the schema. */
  schema: `${program}, 1`,
  /** For a session: shared by the servers that work with this database, exclusive for who moves it elsewhere. */
  server: `${program}, 2`,
  /** For one transaction: who claims a confirmation. */
  confirmations: `${program}, 3`,
} as const;

/** What a server hears when a mail has become due. */
export const channel = 'submissions';

export const postgresDialect: Dialect = {
  now: '(floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)',
  isOneOf: (column, parameter) => `${column} = ANY(CAST(${parameter} AS TEXT[]))`,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  lockConfirmations: [`SELECT pg_advisory_xact_lock(${advisoryLocks.confirmations})`],
};
