import type { Database } from '../database.ts';
import { postgresDialect } from './postgresDialect.ts';

const interval = 60_000;
/** The most clients that rate limits keep, at about a hundred bytes each. */
const maxClients = 200_000;

/** Forgets the clients whose window is over; of too many, the oldest. */
export async function forgetClients({ run }: Pick<Database, 'run'>, most = maxClients): Promise<void> {
  const { now, skipLocked } = postgresDialect;
  // Another server may be deleting the same.
  await run(
    `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE resets_at <= ${now} ${skipLocked})`,
  );
  // The limit is found without locks: visitors are counted meanwhile.
  await run(
    `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE resets_at <=
      (SELECT resets_at FROM rate_limits ORDER BY resets_at DESC LIMIT 1 OFFSET $1) ${skipLocked})`,
    [most],
  );
}

/** Does so each minute. */
export function startUpkeep(database: Database): { readonly stop: () => void } {
  // Of a database that is gone, others tell.
  const timer = setInterval(() => forgetClients(database).catch(() => {}), interval);
  return { stop: () => clearInterval(timer) };
}
