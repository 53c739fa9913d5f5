import { once } from 'node:events';
import { connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { hang } from '../hang.ts';

/** The host name in the configurations of `deploy/`. */
export const proxiedName = 'www.example.com';

export type ProxiedAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type ProxiedRequest = {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Buffer;
  /** The host name in the request. Undefined: `proxiedName`. */
  readonly host?: string;
};

/** A browser's HTTP/2 connection to a proxy. */
export type ProxiedClient = Awaited<ReturnType<typeof connectToProxy>>;

/** Connects to a proxy from `localAddress`, in 127.0.0.0/8. The proxy takes each such IP address for another client. */
export async function connectToProxy(port: number, localAddress = '127.0.0.1') {
  const socket = connectTls({
    socket: connectTcp({ host: '127.0.0.1', port, localAddress }),
    servername: proxiedName,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  const session = connect(`https://${proxiedName}`, { createConnection: () => socket });
  // This error needs no handling: the promise of the request under way rejects with it.
  session.on('error', () => {});
  const closed = new AbortController();
  session.once('close', () => closed.abort());
  await once(session, 'connect', { signal: AbortSignal.any([closed.signal, AbortSignal.timeout(hang)]) });
  return {
    ask: async (path: string, request: ProxiedRequest = {}): Promise<ProxiedAnswer> => {
      const { method = 'GET', headers = {}, body, host = proxiedName } = request;
      const stream = session.request({ ...headers, ':method': method, ':path': path, ':authority': host });
      let received: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
      stream.once('response', (fields) => {
        received = fields;
      });
      stream.end(body);
      const bytes = await buffer(stream);
      return { status: received[':status'] ?? 0, headers: received, body: bytes };
    },
    /** The agreed protocol, such as `h2`. */
    protocol: () => socket.alpnProtocol || undefined,
    close: () => session.close(),
  };
}
