import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises';
import { deadlines } from '../lib/deadlines.ts';

const checkInterval = 50;
/** An iteration of the event loop that took fewer milliseconds has read all that had arrived. */
const quiet = 1;
const maxIterations = 1000;

function announceClose(_request: unknown, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/** Resolves when the requests that have arrived are read: only one that arrives in the same moment can be lost. */
async function whenRead(): Promise<void> {
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const begun = performance.now();
    await nextIteration();
    if (performance.now() - begun < quiet) return;
  }
}

/**
 * Prepares to close a server without losing requests. `server.close()` alone destroys idle connections, and races the
 * requests that their clients are just sending (nodejs/node#60617).
 * The returned function answers on, asking clients to close their connections, until `finished` resolves; then it stops
 * listening, and resolves when the last request is answered.
 */
export function createGracefulClose(server: Server): (finished: Promise<unknown>) => Promise<void> {
  const connections = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, performance.now());
    socket.once('close', () => connections.delete(socket));
  });

  const drain = async (): Promise<void> => {
    const end = performance.now() + deadlines.stop.drain;
    while (connections.size > 0 && performance.now() < end) await wait(checkInterval);
  };

  const closeUnused = async (): Promise<void> => {
    await whenRead();
    server.closeIdleConnections();
    // Node counts a connection without any request as active.
    for (const [socket, since] of connections)
      if (socket.bytesRead === 0 && performance.now() - since >= deadlines.stop.firstByte) socket.destroy();
  };

  return async (finished) => {
    server.prependListener('request', announceClose);
    server.prependListener('checkExpectation', announceClose);
    await Promise.all([drain(), finished]);
    await whenRead();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Connections become unused as their requests are answered.
    const closing = setInterval(closeUnused, checkInterval);
    await closed;
    clearInterval(closing);
  };
}
