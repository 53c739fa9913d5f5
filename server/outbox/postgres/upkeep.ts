import { deadlines } from '../../lib/deadlines.ts';
import type { Database } from './database/database.ts';
import { forget } from './forgetting.ts';
import { now } from './postgresSchema.ts';

const interval = 60_000;

/** After the database's clock was ahead and is right again, mail of that time would wait for it. What is leased may be leaving. */
export async function bringForward({ run }: Database): Promise<void> {
  await run(
    `UPDATE submissions SET next_attempt_at = ${now} + CASE WHEN leased THEN $2::bigint ELSE 0 END
     WHERE state = 'pending' AND next_attempt_at > ${now} + $1::bigint`,
    [deadlines.mail.longestWait, deadlines.mail.lease],
  );
  await run(
    `UPDATE submissions SET confirmation_at = ${now} + CASE WHEN confirmation = 'sending' THEN $2::bigint ELSE 0 END
     WHERE confirmation IN ('waiting', 'sending') AND confirmation_at > ${now} + $1::bigint`,
    [deadlines.mail.longestWait, deadlines.mail.lease],
  );
}

/** Each minute, brings forward what waits too long and forgets what has expired. */
export function startUpkeep(database: Database): { readonly stop: () => void } {
  // Of a database that is gone, others tell.
  const keepUp = () =>
    bringForward(database)
      .then(() => forget(database))
      .catch(() => {});
  const timer = setInterval(keepUp, interval);
  return { stop: () => clearInterval(timer) };
}
