import type { RequestListener } from 'node:http';

/** Requests that wait for their turn. */
const mostWaiting = 1000;

/**
 * Gives requests to a listener one by one, each in a turn of the event loop of its own: between two of them all others
 * that have come are looked at, and what lies ready is answered. A request whose connection has closed loses its turn.
 * `refuse` answers when too many wait.
 */
export const inTurns = (listener: RequestListener, refuse: RequestListener): RequestListener => {
  const waiting: Parameters<RequestListener>[] = [];
  let isTaken = false;

  const takeTurn = (): void => {
    let next = waiting.shift();
    while (next?.[1].closed) next = waiting.shift();
    isTaken = next !== undefined;
    if (!next) return;
    // First, so that the others go on whatever becomes of this one.
    setImmediate(takeTurn);
    listener(...next);
  };

  return (request, response) => {
    if (waiting.length >= mostWaiting) return refuse(request, response);
    waiting.push([request, response]);
    if (!isTaken) takeTurn();
  };
};
