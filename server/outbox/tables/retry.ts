import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { kindsOf } from './rows.ts';

/** The part of the store that repeats mails for the operator. */
export function retryOn({ dialect: { now, isOneOf }, transaction }: Database): Pick<Store, 'retry'> {
  const change = `UPDATE mails SET state = 'pending', attempts = 0, pending_since = ${now}, due_at = ${now}, sent_at = NULL,
      arrived_at = NULL, folder = NULL, lease_until = NULL, lease_owner = NULL
    WHERE ${isOneOf('reference', '$1')} AND ${kindsOf.operator} AND (CAST($2 AS TEXT) IS NULL OR state = $2) RETURNING reference`;
  return {
    retry: (references, state) => transaction(async (run) => (await run(change, [references, state ?? null])).length),
  };
}
