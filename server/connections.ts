import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** Requests under way on one connection. Browsers send one after another; only somebody up to no good sends hundreds. */
const pipelined = 4;

/**
 * An HTTP server that slow, silent and greedy clients cannot wear out (INTERFACE.md §3): they are cut, and what was
 * kept for them is let go. https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export const createGuardedServer = (listener: RequestListener): Server => {
  const underWay = new WeakMap<Socket, number>();

  const receive: RequestListener = (request, response) => {
    const { socket } = request;
    const now = (underWay.get(socket) ?? 0) + 1;
    // Node begins every request that has come, and each answer waits in memory for the one before it to be read.
    if (now > pipelined) {
      socket.destroy();
      return;
    }
    underWay.set(socket, now);
    // We speak no other protocol, but Node's parser waits for one after such a request, and would hear no other.
    if (request.headers.upgrade) response.shouldKeepAlive = false;
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    listener(request, response);
  };

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 60_000,
      connectionsCheckingInterval: 1_000,
    },
    receive,
  );
  // What else a client may expect is passed over (RFC 9110 §10.1.1): Node's own refusal would pass by the listener.
  server.on('checkExpectation', receive);
  // Who sends nothing and reads nothing loses the connection. With an answer under way Node waits this long twice: the
  // first time it only notes how much is left of it. So it is over before 20 s.
  server.timeout = 9_500;
  return server;
};
