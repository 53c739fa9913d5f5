import { tokenGrace } from '../store.ts';
import type { Database } from './database/database.ts';
import { now } from './postgresSchema.ts';

/** The most clients that rate limits keep, at about a hundred bytes each. */
const maxClients = 200_000;

/** Forgets the used tokens that have expired and the clients whose window is over; of too many, the oldest. */
export async function forget({ run }: Database, most = maxClients): Promise<void> {
  // Another server may be deleting the same.
  const forgotten = 'FOR UPDATE SKIP LOCKED';
  await run(
    `DELETE FROM used_tokens WHERE id IN (SELECT id FROM used_tokens WHERE expires_at < ${now} - $1::bigint ${forgotten})`,
    [tokenGrace],
  );
  await run(
    `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE resets_at <= ${now} ${forgotten})`,
  );
  // The limit is found without locks: visitors are counted meanwhile.
  await run(
    `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE resets_at <=
      (SELECT resets_at FROM rate_limits ORDER BY resets_at DESC LIMIT 1 OFFSET $1) ${forgotten})`,
    [most],
  );
}
