import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Logger } from 'pino';
import { deadlines } from '../lib/deadlines.ts';
import { createLogLimit } from '../lib/logLimit.ts';
import { createRequestLog, type RequestLogOptions, requestIdHeader, requestIdOf } from './requestLog.ts';
import type { Headers } from './securityHeaders.ts';

/** Open connections at the same time. Each takes about 35 KB of memory. Further connections are closed at once. */
const mostConnections = 5_000;
const requestsPerConnection = 10_000;
/** In bytes. Node's default. */
const maxHeaderSize = 16 * 1024;

/** Status codes for the errors of Node's parser; every other error is 400. */
const errorStatuses: { readonly [code: string]: number } = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

export type ServerOptions = RequestLogOptions & {
  readonly commonHeaders: Headers;
  readonly maxConnections?: number;
};

/** Whether a request names its host: https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}

/** The bytes of an answer without a body. */
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

/** Logs how many connections were closed because of `maxConnections`: https://nodejs.org/api/net.html#event-drop */
function logDrops(server: Server, log: Logger): void {
  const limit = createLogLimit(10_000);
  server.on('drop', () => {
    const leftOut = limit();
    if (leftOut !== undefined) log.warn({ dropped: leftOut + 1 }, 'too many connections: new ones are closed');
  });
}

/**
 * Creates the HTTP server. Node disconnects clients that exceed its limits. Requests that Node cannot parse get an answer with
 * our common headers. https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export function createHttpServer(
  listener: RequestListener,
  { commonHeaders, maxConnections = mostConnections, log, onRequest }: ServerOptions,
): Server {
  const { logRequest, logUnreadable } = createRequestLog({ log, onRequest });
  const receive: RequestListener = (request, response) => {
    logRequest(request, response);
    if (hasHost(request)) return listener(request, response);
    const headers = {
      ...commonHeaders,
      [requestIdHeader]: requestIdOf(response),
      Connection: 'close',
      'Content-Length': '0',
    };
    response.writeHead(400, headers).end();
  };
  const server = createServer(
    {
      headersTimeout: deadlines.connection.headers,
      requestTimeout: deadlines.connection.request,
      keepAliveTimeout: deadlines.connection.keepAlive,
      connectionsCheckingInterval: deadlines.connection.check,
      maxHeaderSize,
      // Node would answer by itself, without our headers and log line.
      requireHostHeader: false,
    },
    receive,
  );
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = requestsPerConnection;
  server.timeout = deadlines.connection.silence;
  // Unknown expectations are ignored (RFC 9110 §10.1.1). Node would refuse them.
  server.on('checkExpectation', receive);
  // https://nodejs.org/api/http.html#event-clienterror
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const status = errorStatuses[code] ?? 400;
    socket.end(plainAnswer(status, commonHeaders, logUnreadable(status)));
    // If the socket closed at once, data that still arrives would reset the connection, and the answer could be lost:
    // https://www.rfc-editor.org/rfc/rfc9112#section-9.6
    setTimeout(() => socket.destroy(), deadlines.connection.linger);
  });
  logDrops(server, log);
  return server;
}
