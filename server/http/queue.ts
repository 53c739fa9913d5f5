import type { RequestHandler } from 'express';

const mostWaiting = 1000;

/** Lets one request begin in each iteration of the event loop, so that I/O goes on in between (decision 0003). */
export function queueRequests(refuse: RequestHandler): RequestHandler {
  const waiting: (() => void)[] = [];
  const beginFirst = (): void => {
    const begin = waiting.shift();
    // The next request is scheduled first, because `begin` may throw.
    if (waiting.length > 0) setImmediate(beginFirst);
    begin?.();
  };
  return (request, response, next) => {
    if (waiting.length >= mostWaiting) return refuse(request, response, next);
    waiting.push(() => {
      if (!response.closed) next();
    });
    if (waiting.length === 1) setImmediate(beginFirst);
  };
}
