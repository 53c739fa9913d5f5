import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { deadlines } from '../lib/deadlines.ts';
import { createLogSampling } from '../lib/logSampling.ts';
import { removeLongHeaders } from './longHeaders.ts';
import { logRefusal, logRequest, type RequestLogOptions, requestIdHeader } from './requestLog.ts';
import { normaliseTarget } from './requestTarget.ts';
import type { Headers } from './securityHeaders.ts';

/** The most unanswered requests on one connection. Browsers do not pipeline. */
const maxPipelined = 4;
/** Connections at once, at about 35 KB each. More are closed as they come: without memory nobody would have an answer. */
const mostConnections = 5_000;
/** Milliseconds between two log lines about them. */
const dropInterval = 10_000;

/** Status codes for the errors of Node's parser; every other error is 400. */
const errorStatuses: { readonly [code: string]: number } = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export type GuardOptions = Omit<RequestLogOptions, 'sample'> & {
  readonly commonHeaders: Headers;
  readonly maxConnections?: number;
};

type Connection = {
  /** The responses that are not finished, in the order of their requests. */
  readonly answers: Set<ServerResponse>;
  /** The latest response, until it is finished and its request is complete. */
  last: ServerResponse | undefined;
};

/** The connections' unanswered requests, and the answers to requests that cannot be parsed. */
function createGuard(listener: RequestListener, commonHeaders: Headers, requestLog: RequestLogOptions) {
  const connections = new WeakMap<Duplex, Connection>();
  const refused = new WeakSet<Duplex>();

  const receive: RequestListener = (request, response) => {
    const { socket } = request;
    if (refused.has(socket)) return;
    const connection = connections.get(socket) ?? { answers: new Set(), last: response };
    // Node handles pipelined requests at once, and keeps each answer in memory until the one before it is sent.
    if (connection.answers.size === maxPipelined) {
      socket.destroy();
      return;
    }
    if (!normaliseTarget(request)) {
      void refuse(socket, 400);
      return;
    }
    removeLongHeaders(request);
    logRequest(requestLog, request, response);
    connection.answers.add(response);
    connection.last = response;
    connections.set(socket, connection);
    // The server upgrades to no protocol, but Node's parser reads no further request after `Upgrade`.
    if (request.headers.upgrade) response.shouldKeepAlive = false;
    response.once('close', () => {
      connection.answers.delete(response);
      if (connection.last === response && request.complete) connection.last = undefined;
    });
    listener(request, response);
  };

  /** Answers a request that cannot be parsed, after the answers to those before it, and ends the connection. */
  const refuse = async (socket: Duplex, status: number): Promise<void> => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const { answers = [], last } = connections.get(socket) ?? {};
    // The request whose body is broken; undefined if the head of a new request is.
    const unread = last?.req.complete ? undefined : last;
    for (const answer of answers)
      if (answer !== unread || answer.headersSent) await new Promise((resolve) => answer.once('close', resolve));
    if (!socket.writable) return;
    // If the socket closed at once, data that still arrives would reset the connection, and the answer could be lost:
    // https://www.rfc-editor.org/rfc/rfc9112#section-9.6
    setTimeout(() => socket.destroy(), deadlines.connection.linger);
    if (unread?.headersSent) socket.end();
    else socket.end(plainAnswer(status, commonHeaders, logRefusal(requestLog, status, unread)));
  };

  return { receive, refuse };
}

/** An answer without a body, as it is sent. */
function plainAnswer(status: number, headers: Headers, requestId: string): string {
  const fields = {
    ...headers,
    [requestIdHeader]: requestId,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': '0',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

/** Logs how many connections are closed as they come: https://nodejs.org/api/net.html#event-drop */
function logDrops(server: Server, log: Logger): void {
  let dropped = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    dropped += 1;
    if (performance.now() - toldAt < dropInterval) return;
    toldAt = performance.now();
    log.warn({ dropped }, 'too many connections: new ones are closed');
    dropped = 0;
  });
}

/**
 * Creates an HTTP server that disconnects slow, silent and greedy clients. A request that cannot be parsed gets an
 * answer with the headers of every other answer.
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export function createGuardedServer(
  listener: RequestListener,
  { commonHeaders, maxConnections = mostConnections, ...logging }: GuardOptions,
): Server {
  const { receive, refuse } = createGuard(listener, commonHeaders, { ...logging, sample: createLogSampling() });
  const server = createServer(
    {
      headersTimeout: deadlines.connection.headers,
      requestTimeout: deadlines.connection.request,
      keepAliveTimeout: deadlines.connection.keepAlive,
      connectionsCheckingInterval: deadlines.connection.check,
      // Node would answer by itself, without our headers and log line.
      requireHostHeader: false,
    },
    receive,
  );
  // Unknown expectations are ignored (RFC 9110 §10.1.1). Node would refuse them.
  server.on('checkExpectation', receive);
  // https://nodejs.org/api/http.html#event-clienterror
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) =>
    refuse(socket, errorStatuses[code] ?? 400),
  );
  // CONNECT is refused. Node has detached the socket from the server, so its timeouts no longer apply.
  server.on('connect', ({ socket }) => {
    socket.setTimeout(server.timeout, () => socket.destroy());
    socket.on('error', () => socket.destroy()).resume();
    refuse(socket, 400);
  });
  server.maxConnections = maxConnections;
  server.timeout = deadlines.connection.silence;
  logDrops(server, logging.log);
  return server;
}
