import type { RequestHandler } from 'express';
import { deadlines } from '../lib/deadlines.ts';
import { inTime } from '../lib/inTime.ts';

/** Whether the store can be written. */
export type Health = {
  /** At most a second old: requests within it share one probe, which waits for the disk. */
  readonly isWritable: () => Promise<boolean>;
  /** Records the result of a write. */
  readonly note: (writable: boolean) => void;
};

/** In milliseconds. */
const maxAge = 1000;

/** Probes the store on demand. `onFault` is called when that fails. */
export function watchHealth(probeStore: () => Promise<void>, onFault: () => void): Health {
  let known = Promise.resolve(false);
  let knownSince = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  const note = (writable: Promise<boolean>) => {
    known = writable;
    knownSince = performance.now();
  };

  const probe = async (): Promise<boolean> => {
    isProbing = true;
    try {
      await inTime(deadlines.health, probeStore());
      return true;
    } catch {
      onFault();
      return false;
    } finally {
      isProbing = false;
    }
  };

  return {
    isWritable: () => {
      if (!isProbing && performance.now() - knownSince >= maxAge) note(probe());
      return known;
    },
    note: (writable) => note(Promise.resolve(writable)),
  };
}

/** For monitors and load balancers: 200 while this process accepts submissions, else 503. */
export function healthRoute(health: Health, isStopping: () => boolean): RequestHandler {
  return async (_request, response) => {
    const healthy = (await health.isWritable()) && !isStopping();
    response.setHeader('Cache-Control', 'no-store');
    response.status(healthy ? 200 : 503).json({ status: healthy ? 'ok' : 'unavailable' });
  };
}
