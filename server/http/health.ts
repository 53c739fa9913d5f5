import type { RequestHandler } from 'express';
import { deadlines } from '../lib/deadlines.ts';
import { inTime } from '../lib/inTime.ts';

/** In milliseconds. For this time, the result of a successful probe is used again, because each probe waits for the disk. */
const maxAge = 1000;

/** For monitors and load balancers: 200 while this process accepts submissions, else 503. */
export function healthRoute(
  probeStore: () => Promise<void>,
  onFault: () => void,
  isStopping: () => boolean,
): RequestHandler {
  let isWritable: Promise<boolean> | undefined;
  const forget = () => {
    isWritable = undefined;
  };
  const probe = async (): Promise<boolean> => {
    try {
      await inTime(deadlines.health, probeStore());
      setTimeout(forget, maxAge).unref();
      return true;
    } catch {
      onFault();
      forget();
      return false;
    }
  };

  return async (_request, response) => {
    isWritable ??= probe();
    const healthy = (await isWritable) && !isStopping();
    response.setHeader('Cache-Control', 'no-store');
    response.status(healthy ? 200 : 503).json({ status: healthy ? 'ok' : 'unavailable' });
  };
}
