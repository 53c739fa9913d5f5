import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { logRefusal, requestIdHeader } from './requestLog.ts';
import { normaliseTarget } from './requestTarget.ts';
import type { Middleware } from './securityHeaders.ts';

/** Requests under way on one connection. Browsers send one after another; only somebody up to no good sends hundreds. */
const pipelined = 4;
/** In milliseconds. */
const lingering = 1_000;

/** The statuses of what Node's parser refuses, but for 400. */
const refusals: { readonly [code: string]: number } = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export type GuardOptions = { readonly log: Logger; readonly securityHeaders: readonly Middleware[] };

type Connection = {
  /** Under way, in the order of their requests. */
  readonly answers: Set<ServerResponse>;
  /** The latest: under way, or while some of its request is still to come. */
  last: ServerResponse | undefined;
};

/**
 * An HTTP server that slow, silent and greedy clients cannot wear out: they are cut, and what was
 * kept for them is let go. What cannot be read as a request is answered like any other.
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export function createGuardedServer(listener: RequestListener, { log, securityHeaders }: GuardOptions): Server {
  const connections = new WeakMap<Duplex, Connection>();
  const refused = new WeakSet<Duplex>();

  const receive: RequestListener = (request, response) => {
    const { socket } = request;
    if (refused.has(socket)) return;
    const connection = connections.get(socket) ?? { answers: new Set(), last: response };
    // Node begins every request that has come, and each answer waits in memory for the one before it to be read.
    if (connection.answers.size === pipelined) {
      socket.destroy();
      return;
    }
    if (!normaliseTarget(request)) {
      void refuse(socket, 400);
      return;
    }
    connection.answers.add(response);
    connection.last = response;
    connections.set(socket, connection);
    // We speak no other protocol, but Node's parser waits for one after such a request, and would hear no other.
    if (request.headers.upgrade) response.shouldKeepAlive = false;
    response.once('close', () => {
      connection.answers.delete(response);
      if (connection.last === response && request.complete) connection.last = undefined;
    });
    listener(request, response);
  };

  /** Answers what cannot be read, once all that was asked for before it is answered, and ends the connection. */
  const refuse = async (socket: Duplex, status: number): Promise<void> => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const { answers = [], last } = connections.get(socket) ?? {};
    // The rest of a request that was begun, or else another request.
    const unread = last?.req.complete ? undefined : last;
    for (const answer of answers)
      if (answer !== unread || answer.headersSent) await new Promise((resolve) => answer.once('close', resolve));
    if (!socket.writable) return;
    // Closed at once, what is still coming in would reset the connection, and the answer would be lost:
    // https://www.rfc-editor.org/rfc/rfc9112#section-9.6
    setTimeout(() => socket.destroy(), lingering);
    if (unread?.headersSent) {
      socket.end();
      return;
    }
    const headers = {
      ...headersSetBy(securityHeaders, socket as Socket),
      [requestIdHeader]: logRefusal(log, status, unread),
      Date: new Date().toUTCString(),
      Connection: 'close',
      'Content-Length': '0',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  };

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 60_000,
      connectionsCheckingInterval: 1_000,
      // Node's own refusal would pass by the listener.
      requireHostHeader: false,
    },
    receive,
  );
  // What else a client may expect is passed over (RFC 9110 §10.1.1): Node would refuse it by itself, too.
  server.on('checkExpectation', receive);
  // https://nodejs.org/api/http.html#event-clienterror
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => refuse(socket, refusals[code] ?? 400));
  // Nobody gets a tunnel through us. Node has let go of such a connection, and no longer cuts it.
  server.on('connect', ({ socket }) => {
    socket.setTimeout(server.timeout, () => socket.destroy());
    socket.on('error', () => socket.destroy()).resume();
    refuse(socket, 400);
  });
  // Who sends nothing and reads nothing loses the connection. With an answer under way Node waits this long twice: the
  // first time it only notes how much is left of it. So it is over before 20 s.
  server.timeout = 9_500;
  return server;
}

/** The headers that middleware sets on any response. */
function headersSetBy(middleware: readonly Middleware[], socket: Socket) {
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  for (const set of middleware)
    set(request, response, (error) => {
      if (error) throw error;
    });
  return response.getHeaders();
}
