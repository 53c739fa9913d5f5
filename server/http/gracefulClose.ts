import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises';
import { deadlines } from '../lib/deadlines.ts';

const checkInterval = 50;
/** In milliseconds. An iteration of the event loop that is shorter than this had no request left to read. */
const shortIteration = 1;
/** The wait for a short iteration ends after this many iterations, because under load no iteration may be short. */
const maxIterations = 1000;

/** Resolves when all requests that have arrived are read, or after `maxIterations`. */
async function whenRead(): Promise<void> {
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const begun = performance.now();
    await nextIteration();
    if (performance.now() - begun < shortIteration) return;
  }
}

/**
 * Prepares to close a server without losing requests. `server.close()` alone destroys idle connections, even if their
 * clients are just sending a request (nodejs/node#60617).
 * The returned function first lets the server go on answering, and asks clients to close their connections. When `finished`
 * has resolved, the server stops listening. The function resolves when all connections are closed.
 */
export function createGracefulClose(server: Server): (finished: Promise<unknown>) => Promise<void> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  return async (finished) => {
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    const end = performance.now() + deadlines.stop.drain;
    while (connections.size > 0 && performance.now() < end) await wait(checkInterval);
    await finished;
    await whenRead();
    server.close();
    // `closeIdleConnections` skips a connection that never sent a request, because Node counts such a connection as active.
    setTimeout(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    }, deadlines.stop.firstByte).unref();
    while (connections.size > 0) {
      await wait(checkInterval);
      await whenRead();
      server.closeIdleConnections();
    }
  };
}
