import type { DatabaseSync } from 'node:sqlite';
import { type Row, toSubmission } from '../row.ts';
import type { Page, Store, StoreStatus, SubmissionFilter } from '../store.ts';

/** The parts of the store that read many submissions. */
export function listsIn(database: DatabaseSync): Pick<Store, 'list' | 'status'> {
  const newestFirst = database.prepare(
    `SELECT * FROM submissions
     WHERE received_at BETWEEN :since AND :until AND (received_at, reference) < (:afterTime, :afterReference)
      AND state = ifnull(:state, state) AND kind = ifnull(:kind, kind) AND plan_id IS ifnull(:planId, plan_id)
     ORDER BY received_at DESC, reference DESC LIMIT :limit`,
  );
  // For each number SQLite reads an index alone (`indexes` in sqliteSchema.ts).
  const countStates = database.prepare(
    `SELECT count(*) AS total, (SELECT count(*) FROM submissions WHERE state = 'pending') AS pending,
      (SELECT count(*) FROM submissions WHERE state = 'failed') AS failed FROM submissions`,
  );
  const extremes = database.prepare(
    `SELECT (SELECT min(ifnull(retried_at, received_at)) FROM submissions WHERE state = 'pending') AS oldestPendingAt,
      (SELECT max(delivered_at) FROM submissions WHERE state = 'delivered') AS lastDeliveredAt,
      (SELECT max(received_at) FROM submissions) AS newestAt`,
  );
  const newestError = database.prepare(
    `SELECT reference, last_error AS text FROM submissions WHERE last_error IS NOT NULL
     ORDER BY received_at DESC LIMIT 1`,
  );
  const everything: Page = { limit: -1 };

  return {
    list: async (filter: SubmissionFilter = {}, { limit, after } = everything) => {
      const afterTime = after?.receivedAt ?? Number.MAX_SAFE_INTEGER;
      return newestFirst
        .all({
          since: filter.since ?? 0,
          // Without the time of `after`, SQLite would begin at the newest for each page.
          until: Math.min(afterTime, (filter.before ?? Number.MAX_SAFE_INTEGER) - 1),
          afterTime,
          afterReference: after?.reference ?? '',
          state: filter.state ?? null,
          kind: filter.kind ?? null,
          planId: filter.planId ?? null,
          limit,
        })
        .map((row) => toSubmission(row as Row));
    },
    status: async () => {
      const { total, pending, failed } = countStates.get() as { total: number; pending: number; failed: number };
      type Extremes = Pick<StoreStatus, 'oldestPendingAt' | 'lastDeliveredAt'> & { readonly newestAt: number | null };
      const { oldestPendingAt, lastDeliveredAt, newestAt } = extremes.get() as Extremes;
      return {
        counts: { pending, delivered: total - pending - failed, failed },
        oldestPendingAt,
        oldestPendingAge: Math.max(Date.now() - (oldestPendingAt ?? Date.now()), 0),
        newestAge: newestAt === null ? null : Date.now() - newestAt,
        lastDeliveredAt,
        lastError: (newestError.get() as StoreStatus['lastError'] | undefined) ?? null,
      };
    },
  };
}
