import { minute } from '../lib/times.ts';
import type { Store } from '../outbox/store.ts';

/** Notifies the operator, in the log and at ALARM_URL. */
type Notify = (
  name: string,
  alarm: { readonly level: 'warn'; readonly message: string; readonly fields: object },
) => void;

const period = 10 * minute;
const checkInterval = 15 * 1000;
/** A flood ends at this share of the limit, so that a rate which goes up and down around the limit is one flood, not many. */
const endThreshold = 0.5;

/** Resolves with true if there is a flood now. Rejects if the store cannot be read. */
export type IsFlooded = () => Promise<boolean>;

/**
 * Tells whether all visitors together submit so much that captchas are required: more than `limit` submissions in ten minutes. Also
 * checks the store at intervals, so that the operator learns when a flood ends. The state is in the store and outlives the process.
 */
export async function startFloodDetector(store: Store, limit: number, notify: Notify): Promise<IsFlooded> {
  const isFlooded = async (): Promise<boolean> => {
    const end = Math.floor(limit * endThreshold);
    const { isActive, hasChanged } = await store.maintenance.checkFlood({ period, begin: limit, end });
    const message = isActive ? 'flood of submissions: captchas are enforced' : 'flood of submissions is over';
    if (hasChanged) notify('flood', { level: 'warn', message, fields: { limit } });
    return isActive;
  };

  // A failed check is ignored here: the alarms tell the operator of a store that cannot be read.
  const tryToCheck = () => isFlooded().catch(() => false);
  await tryToCheck();
  setInterval(tryToCheck, checkInterval).unref();
  return isFlooded;
}
