import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait, setImmediate as whenRead } from 'node:timers/promises';

/** Milliseconds in which clients with open connections hear `Connection: close` with an answer. */
const drainTimeout = 300;
/** Milliseconds in which a client sends the first byte of a connection; later it is held in reserve. */
const firstByteTimeout = 300;
const checkInterval = 50;

function announceClose(_request: unknown, response: ServerResponse): void {
  response.shouldKeepAlive = false;
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
    const end = performance.now() + drainTimeout;
    while (connections.size > 0 && performance.now() < end) await wait(checkInterval);
  };

  const closeUnused = async (): Promise<void> => {
    // What has arrived is read before: afterwards only what arrives in the same moment is lost.
    await whenRead();
    server.closeIdleConnections();
    // Node counts a connection without any request as active.
    for (const [socket, since] of connections)
      if (socket.bytesRead === 0 && performance.now() - since >= firstByteTimeout) socket.destroy();
  };

  return async (finished) => {
    server.prependListener('request', announceClose);
    server.prependListener('checkExpectation', announceClose);
    await Promise.all([drain(), finished]);
    await whenRead();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await closeUnused();
    // Connections become unused as their requests are answered.
    const closing = setInterval(closeUnused, checkInterval);
    await closed;
    clearInterval(closing);
  };
}
