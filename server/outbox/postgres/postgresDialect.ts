import type { Dialect } from '../database.ts';
import { advisoryLocks } from './database/advisoryLocks.ts';

export const postgresDialect: Dialect = {
  now: '(floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)',
  isOneOf: (column, parameter) => `${column} = ANY(CAST(${parameter} AS TEXT[]))`,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  lockConfirmations: [`SELECT pg_advisory_xact_lock(${advisoryLocks.confirmations})`],
};
