import type { Logger } from 'pino';
import type { Store } from './store.ts';

export type FloodOptions = {
  readonly store: Pick<Store, 'receivedSince'>;
  readonly log: Logger;
  /** Submissions stored in ten minutes: more are a flood. */
  readonly limit: number;
};

/**
 * Whether so much is submitted altogether that captchas are required and mail about marked submissions is bundled. What
 * counts is in the store, so that it outlives the process.
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

export const watchFlood = ({ store, log, limit }: FloodOptions): Flood => {
  let isOn = false;

  const look = async (): Promise<boolean> => {
    const stored = await store.receivedSince(Date.now() - period, limit + 1);
    const was = isOn;
    isOn = stored > (was ? limit * overAt : limit);
    if (isOn && !was)
      log.warn({ limit }, 'flood of submissions: captchas are enforced, mail about marked ones is bundled');
    if (!isOn && was) log.warn({ limit }, 'flood of submissions is over');
    return isOn;
  };

  // A store that cannot be read makes itself heard elsewhere.
  setInterval(() => look().catch(() => {}), lookEvery).unref();
  return { isOn: () => isOn, look };
};

/** How long mail about marked submissions waits for more to leave with it, at most. */
const bundleEvery = 5 * minute;

/** When the bundle leaves that takes up what is stored now; in milliseconds since 1970. */
export const bundleDueAt = (now: number): number => Math.ceil(now / bundleEvery) * bundleEvery;
