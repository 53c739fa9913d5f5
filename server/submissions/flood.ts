import type { Logger } from 'pino';
import type { Store } from './store.ts';

export type FloodOptions = {
  readonly store: Pick<Store, 'receivedSince' | 'isFlooded' | 'setFlooded'>;
  readonly log: Logger;
  /** Submissions stored in ten minutes: more are a flood. */
  readonly limit: number;
};

/**
 * Whether so much is submitted altogether that captchas are required and mail about marked submissions is bundled. All
 * that decides it is in the store, so that it outlives the process.
 */
export type Flood = {
  /** As last seen. */
  readonly isOn: () => boolean;
  /** Looks now. Rejects when the store cannot be read. */
  readonly look: () => Promise<boolean>;
};

const minute = 60 * 1000;
const period = 10 * minute;
const lookEvery = 15 * 1000;
/** A flood is over at this share of the limit, so that one about as large as the limit is one flood and not many. */
const overAt = 0.5;

export async function watchFlood({ store, log, limit }: FloodOptions): Promise<Flood> {
  let isOn = await store.isFlooded();

  const look = async (): Promise<boolean> => {
    const stored = await store.receivedSince(Date.now() - period, limit + 1);
    const was = isOn;
    isOn = stored > (was ? limit * overAt : limit);
    if (isOn === was) return isOn;
    if (isOn) log.warn({ limit }, 'flood of submissions: captchas are enforced, mail about marked ones is bundled');
    else log.warn({ limit }, 'flood of submissions is over');
    // Where the disk is full nothing can be submitted, and the count alone still tells after a restart.
    await store.setFlooded(isOn).catch((err: unknown) => log.error({ err }, 'flood of submissions not written down'));
    return isOn;
  };

  await look();
  // A store that cannot be read makes itself heard elsewhere.
  setInterval(() => look().catch(() => {}), lookEvery).unref();
  return { isOn: () => isOn, look };
}
