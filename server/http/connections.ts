import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deadlines } from '../lib/deadlines.ts';
import { logEvents } from '../lib/logEvents.ts';
import { createLogLimit } from '../lib/logLimit.ts';
import { pathOf, requestIdHeader, requestIdOf } from './request.ts';
import type { Headers } from './securityHeaders.ts';

/** How many connections may be open, at about 35 KB of memory each. Further connections are closed at once. */
const maxConnections = 5_000;

/** The status of the response to a request that Node rejects, by the code of the error. For every other code, the status is 400. */
const errorStatuses: { readonly [code: string]: number } = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** The fields of a request's log line. A request that cannot be parsed has only a status. */
export type FinishedRequest = {
  readonly method?: string | undefined;
  readonly path?: string;
  readonly status: number;
  /** In milliseconds, from the arrival of the headers to the end of the response. */
  readonly responseTime?: number;
  /** True if the connection ended before the whole response was sent. */
  readonly aborted?: true | undefined;
};

type RequestLog = { readonly log: Logger; readonly onRequest?: ((request: FinishedRequest) => void) | undefined };

/** Logs the `request` line of a request. A 404 has level `warn`, because one of the site's own links may be wrong. */
function logRequest({ log, onRequest }: RequestLog, requestId: string, request: FinishedRequest): void {
  log[request.status === 404 ? 'warn' : 'info']({ event: logEvents.request, requestId, ...request }, 'request');
  onRequest?.(request);
}

/** Logs a request when its response ends. Leaves out query, body, headers and IP address, which may be personal data. */
function logOnClose(log: RequestLog, request: IncomingMessage, response: ServerResponse): void {
  const begun = performance.now();
  const path = pathOf(request).slice(0, 200);
  response.once('close', () => {
    const responseTime = Math.round((performance.now() - begun) * 100) / 100;
    const aborted = response.writableFinished ? undefined : true;
    const { method } = request;
    logRequest(log, requestIdOf(response), { method, path, status: response.statusCode, responseTime, aborted });
  });
}

/** The headers of a response without a body, after which the connection is closed. */
export function closingHeaders(commonHeaders: Headers, requestId: string): Headers {
  return { ...commonHeaders, [requestIdHeader]: requestId, Connection: 'close', 'Content-Length': '0' };
}

/** The text of a response without a body. It is written to the socket of a request for which there is no `ServerResponse`. */
function emptyResponse(status: number, headers: Headers): string {
  const fields = { ...headers, Date: new Date().toUTCString() };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

/**
 * Creates the HTTP server. Node disconnects clients that exceed the limits below. Requests that Node cannot parse get a response
 * with our common headers. https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export function createHttpServer(
  listener: RequestListener,
  { commonHeaders, ...requestLog }: RequestLog & { readonly commonHeaders: Headers },
): Server {
  const limits = deadlines.connection;
  const server = createServer(
    {
      // Node checks these two limits only at intervals, so it would cut off a slow client up to one interval too late.
      headersTimeout: limits.headers - limits.check,
      requestTimeout: limits.request - limits.check,
      connectionsCheckingInterval: limits.check,
      keepAliveTimeout: limits.keepAlive,
      // Node would answer a request without `Host` by itself, without our headers and log line.
      requireHostHeader: false,
    },
    (request, response) => {
      logOnClose(requestLog, request, response);
      // HTTP/1.1 requires the `Host` header: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
      const lacksHost = request.headers.host === undefined && request.httpVersion !== '1.0';
      if (lacksHost) response.writeHead(400, closingHeaders(commonHeaders, requestIdOf(response))).end();
      else listener(request, response);
    },
  );
  server.maxConnections = maxConnections;
  server.timeout = limits.silence;
  // Node could not parse a request, or the request took too long: https://nodejs.org/api/http.html#event-clienterror
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    // Browsers open connections that they may never use. Such a connection is no request.
    if ((socket as Socket).bytesRead === 0) return void socket.destroy();
    const status = errorStatuses[code] ?? 400;
    const requestId = randomUUID();
    logRequest(requestLog, requestId, { status });
    socket.end(emptyResponse(status, closingHeaders(commonHeaders, requestId)));
    // If the socket closed at once, data that still arrives would reset the connection, and the response could be lost:
    // https://www.rfc-editor.org/rfc/rfc9112#section-9.6
    setTimeout(() => socket.destroy(), limits.linger);
  });
  // More than `maxConnections` are open: https://nodejs.org/api/net.html#event-drop
  const limitDrops = createLogLimit(10_000);
  server.on('drop', () => {
    const leftOut = limitDrops();
    if (leftOut !== undefined)
      requestLog.log.warn({ dropped: leftOut + 1 }, 'too many connections: new connections are closed');
  });
  return server;
}

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
