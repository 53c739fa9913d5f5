import { inPages } from '../../lib/inPages.ts';
import type { Run } from '../database.ts';
import type { ArrivedMail, OutboxMail, SubmissionCount, SubmissionStatistics } from '../store.ts';
import { statesIn } from './lists.ts';
import { kindsOf, mailFields } from './rows.ts';

const rowsAtATime = 10_000;
const day = 24 * 60 * 60 * 1000;

/** What a report knows of the submissions, read by `run` in one transaction. */
export function statisticsOn(run: Run): SubmissionStatistics {
  return {
    firstReceivedAt: async () => {
      const [{ time }] = (await run('SELECT min(received_at) AS time FROM submissions')) as [{ time: number | null }];
      return time ?? undefined;
    },
    states: () => statesIn(run),
    countByDay: ({ from, to }, offset) =>
      run<SubmissionCount>(
        `SELECT (received_at + CAST($3 AS BIGINT)) / ${day} AS day, kind, plan_id AS "planId", count(*) AS amount
         FROM submissions WHERE received_at >= $1 AND received_at < $2 GROUP BY 1, 2, 3`,
        [from, to, offset],
      ),
    eachDeliveryTime: async ({ from, to }, take) => {
      type Delivered = { readonly reference: string; readonly receivedAt: number; readonly sentAt: number };
      const pages = inPages<Delivered>(rowsAtATime, (last) =>
        run<Delivered>(
          `SELECT s.reference, s.received_at AS "receivedAt", m.sent_at AS "sentAt" FROM submissions AS s
           JOIN mails AS m ON m.reference = s.reference
           WHERE (s.received_at, s.reference) > ($1, $2) AND s.received_at < $3 AND m.kind <> 'confirmation'
            AND m.state = 'sent' AND m.sent_at >= s.received_at ORDER BY s.received_at, s.reference LIMIT ${rowsAtATime}`,
          [last?.receivedAt ?? from, last?.reference ?? '', to],
        ),
      );
      for await (const rows of pages) for (const { receivedAt, sentAt } of rows) take(sentAt - receivedAt);
    },
    lastLook: async () => {
      const [look] = (await run(
        `SELECT (SELECT looked_at FROM mailbox) AS "lookedAt", (SELECT count(*) FROM missing_mails) AS missing`,
      )) as [{ lookedAt: number | null; missing: number }];
      return look;
    },
    eachArrival: async ({ from, to }, take) => {
      type Arrived = OutboxMail & Pick<ArrivedMail, 'milliseconds'>;
      const pages = inPages<Arrived>(rowsAtATime, (last) =>
        run<Arrived>(
          `SELECT ${mailFields}, m.arrived_at - m.sent_at AS milliseconds FROM mails AS m WHERE (m.sent_at, m.message_id) > ($1, $2) AND m.sent_at < $3
            AND m.arrived_at >= m.sent_at AND m.${kindsOf.operator} ORDER BY m.sent_at, m.message_id LIMIT ${rowsAtATime}`,
          [last?.sentAt ?? from, last?.messageId ?? '', to],
        ),
      );
      for await (const mails of pages) for (const mail of mails) take(mail);
    },
  };
}
