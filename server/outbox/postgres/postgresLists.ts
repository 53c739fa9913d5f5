import { type Row, toSubmission } from '../row.ts';
import type { Store, StoreStatus } from '../store.ts';
import type { Database } from './database/database.ts';
import { now } from './postgresSchema.ts';

/** The parts of the store that read many submissions. */
export function listsOn({ run }: Database): Pick<Store, 'list' | 'status'> {
  return {
    list: async (filter = {}, page) => {
      const afterTime = page?.after?.receivedAt ?? Number.MAX_SAFE_INTEGER;
      const rows = await run<Row>(
        `SELECT * FROM submissions
         WHERE received_at BETWEEN $1 AND $2 AND (received_at, reference) < ($3, $4)
          AND ($5::text IS NULL OR state = $5) AND ($6::text IS NULL OR kind = $6) AND ($7::text IS NULL OR plan_id = $7)
         ORDER BY received_at DESC, reference DESC LIMIT $8`,
        [
          filter.since ?? 0,
          Math.min(afterTime, (filter.before ?? Number.MAX_SAFE_INTEGER) - 1),
          afterTime,
          page?.after?.reference ?? '',
          filter.state ?? null,
          filter.kind ?? null,
          filter.planId ?? null,
          page?.limit ?? null,
        ],
      );
      return rows.map(toSubmission);
    },
    status: async () => {
      type Found = Pick<StoreStatus, 'oldestPendingAt' | 'lastDeliveredAt' | 'lastError'> & {
        readonly pending: number;
        readonly delivered: number;
        readonly failed: number;
        readonly time: number;
        readonly newestAt: number | null;
      };
      const [{ pending, delivered, failed, time, newestAt, ...found }] = (await run(
        `SELECT ${now} AS time, (SELECT count(*) FROM submissions WHERE state = 'pending') AS pending,
          (SELECT count(*) FROM submissions WHERE state = 'failed') AS failed,
          (SELECT count(*) FROM submissions WHERE state = 'delivered') AS delivered,
          (SELECT max(received_at) FROM submissions) AS "newestAt",
          (SELECT min(coalesce(retried_at, received_at)) FROM submissions WHERE state = 'pending') AS "oldestPendingAt",
          (SELECT max(delivered_at) FROM submissions WHERE state = 'delivered') AS "lastDeliveredAt",
          (SELECT json_build_object('reference', reference, 'text', last_error) FROM submissions
            WHERE last_error IS NOT NULL ORDER BY received_at DESC LIMIT 1) AS "lastError"`,
      )) as [Found];
      return {
        ...found,
        counts: { pending, delivered, failed },
        oldestPendingAge: found.oldestPendingAt === null ? 0 : Math.max(time - found.oldestPendingAt, 0),
        newestAge: newestAt === null ? null : time - newestAt,
      };
    },
  };
}
