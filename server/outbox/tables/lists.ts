import type { Database, Run } from '../database.ts';
import type { ListedSubmission, OldDeliveries, OutboxMail, Store, StoreStatus } from '../store.ts';
import { kindsOf, listed, mailFields, toSubmission } from './rows.ts';

const last = Number.MAX_SAFE_INTEGER;
const { operator } = kindsOf;

/** How many submissions are in each state, and since when the oldest is pending. */
export async function statesIn(run: Run): Promise<Pick<StoreStatus, 'counts' | 'oldestPendingAt'>> {
  type Found = Pick<StoreStatus, 'oldestPendingAt'> & { total: number; pending: number; failed: number };
  const [{ oldestPendingAt, total, pending, failed }] = (await run(
    `SELECT (SELECT count(*) FROM submissions) AS total,
      (SELECT count(*) FROM mails WHERE state = 'failed' AND ${operator}) AS failed,
      (SELECT count(*) FROM mails WHERE state = 'pending' AND ${operator}) AS pending,
      (SELECT min(pending_since) FROM mails WHERE state = 'pending' AND ${operator}) AS "oldestPendingAt"`,
  )) as [Found];
  return { counts: { pending, delivered: total - pending - failed, failed }, oldestPendingAt };
}

/** The parts of the store that read. */
export function listsOn({
  dialect: { now },
  run,
}: Pick<Database, 'dialect' | 'run'>): Pick<Store, 'find' | 'mailsOf' | 'list' | 'oldDeliveries' | 'status'> {
  return {
    find: async (reference) => {
      const [row] = await run<ListedSubmission>(`${listed} WHERE l.reference = $1`, [reference]);
      return row && toSubmission(row);
    },
    mailsOf: async (reference) => {
      const rows = await run<OutboxMail>(
        `SELECT ${mailFields} FROM mails AS m WHERE m.reference = $1 ORDER BY m.pending_since, m.kind DESC`,
        [reference],
      );
      return rows.map((row) => ({ ...row }));
    },
    list: async (filter = {}, page) => {
      const { after, limit = last } = page ?? {};
      const afterTime = after?.receivedAt ?? last;
      const has = (column: string, parameter: string) =>
        `(CAST(${parameter} AS TEXT) IS NULL OR ${column} = ${parameter})`;
      const rows = await run<ListedSubmission>(
        `${listed} WHERE l.received_at BETWEEN $1 AND $2 AND (l.received_at, l.reference) < ($3, $4)
          AND ${has('l.state', '$5')} AND ${has('l.kind', '$6')} AND ${has('l.plan_id', '$7')}
          ${filter.notArrived ? 'AND l.message_id IN (SELECT message_id FROM missing_mails)' : ''}
         ORDER BY l.received_at DESC, l.reference DESC LIMIT $8`,
        [
          filter.since ?? 0,
          Math.min(afterTime, (filter.before ?? last) - 1),
          afterTime,
          after?.reference ?? '',
          filter.state ?? null,
          filter.kind ?? null,
          filter.planId ?? null,
          limit,
        ],
      );
      return rows.map(toSubmission);
    },
    oldDeliveries: async (time) => {
      // Mails leave soon: the search among those received before ends at one of the first.
      const [found] = (await run(
        `SELECT last, (SELECT min(received_at) FROM submissions WHERE received_at > last) AS next,
          (SELECT max(received_at) FROM submissions) AS newest
         FROM (SELECT (SELECT received_at FROM submissions AS s WHERE received_at < $1 AND EXISTS (SELECT 1 FROM mails AS m
            WHERE m.reference = s.reference AND m.state = 'sent' AND m.${operator} AND m.sent_at < $1)
          ORDER BY received_at DESC LIMIT 1) AS last) AS old`,
        [time],
      )) as [OldDeliveries];
      return found;
    },
    status: async () => {
      const { counts, oldestPendingAt } = await statesIn(run);
      type Times = { time: number; newestAt: number | null; lastDeliveredAt: number | null };
      const [{ time, newestAt, lastDeliveredAt }] = (await run(
        `SELECT ${now} AS time, (SELECT max(received_at) FROM submissions) AS "newestAt",
          (SELECT max(sent_at) FROM mails WHERE sent_at IS NOT NULL AND ${operator}) AS "lastDeliveredAt"`,
      )) as [Times];
      const [lastError] = await run<{ reference: string; text: string }>(
        `SELECT reference, last_error AS text FROM mails WHERE last_error IS NOT NULL AND ${operator}
         ORDER BY pending_since DESC LIMIT 1`,
      );
      return {
        counts,
        oldestPendingAt,
        oldestPendingAge: oldestPendingAt === null ? 0 : Math.max(time - oldestPendingAt, 0),
        newestAge: newestAt === null ? null : time - newestAt,
        lastDeliveredAt,
        lastError: lastError ?? null,
      };
    },
  };
}
