import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises';
import { deadlines } from '../lib/deadlines.ts';

const checkInterval = 50;
/** In milliseconds. If an iteration of the event loop is shorter, it has read all requests that had arrived. */
const quiet = 1;
const maxIterations = 1000;

function announceClose(_request: unknown, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/** Resolves when all requests that have arrived are read. */
async function whenRead(): Promise<void> {
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const begun = performance.now();
    await nextIteration();
    if (performance.now() - begun < quiet) return;
  }
}

/**
 * Prepares to close a server without losing requests. `server.close()` alone destroys idle connections, even if their
 * clients are just sending a request (nodejs/node#60617).
 * Until `finished` resolves, the returned function lets the server answer requests, and asks clients to close their
 * connections. Then it stops listening, and resolves when the last request is answered.
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
    await Promise.all([drain(), finished]);
    await whenRead();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection becomes unused when its request is answered, so this is repeated.
    const closing = setInterval(closeUnused, checkInterval);
    await closed;
    clearInterval(closing);
  };
}
