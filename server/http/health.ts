import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { deadlines } from '../lib/deadlines.ts';
import { withTimeout } from '../lib/withTimeout.ts';

/** In milliseconds. For this time, the result of a successful probe is used again, because each probe waits for the disk. */
const maxAge = 1000;

/** For monitors and load balancers: 200 while this process accepts submissions, else 503. */
export function healthRoute(
  probeStore: () => Promise<void>,
  onFault: () => void,
  isStopping: () => boolean,
): RequestHandler {
  const probes = new LRUCache<'store', true>({
    max: 1,
    ttl: maxAge,
    fetchMethod: () => withTimeout(deadlines.health, probeStore()).then(() => true),
  });

  return async (_request, response) => {
    const isWritable = await probes.fetch('store').catch(onFault);
    const healthy = isWritable && !isStopping();
    response.setHeader('Cache-Control', 'no-store');
    response.status(healthy ? 200 : 503).json({ status: healthy ? 'ok' : 'unavailable' });
  };
}
