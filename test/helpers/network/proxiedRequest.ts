import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { proxiedName } from './debianProxy.ts';

export type ProxiedAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type ProxiedRequest = {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Buffer;
  /** Another host name than the site's. */
  readonly host?: string;
};

/** A browser's HTTP/2 connection to a proxy. */
export type ProxiedClient = {
  readonly ask: (path: string, request?: ProxiedRequest) => Promise<ProxiedAnswer>;
  /** The protocol that client and proxy agreed on. */
  readonly protocol: () => string | undefined;
  readonly close: () => void;
};

/** Connects from a loopback address of its own; each is another client to the proxy. */
export async function connectToProxy(port: number, localAddress = '127.0.0.1'): Promise<ProxiedClient> {
  let socket: TLSSocket | undefined;
  const session: ClientHttp2Session = await new Promise((resolve, reject) => {
    const opened = connect(`https://${proxiedName}`, {
      createConnection: () => {
        socket = connectTls({
          socket: connectTcp({ host: '127.0.0.1', port, localAddress }),
          servername: proxiedName,
          rejectUnauthorized: false,
          ALPNProtocols: ['h2', 'http/1.1'],
        });
        return socket;
      },
    });
    opened.once('connect', () => resolve(opened)).once('error', reject);
  });
  // A request reports it too.
  session.on('error', () => {});

  return {
    ask: (path, { method = 'GET', headers = {}, body, host = proxiedName } = {}) =>
      new Promise((resolve, reject) => {
        const stream = session.request({ ...headers, ':method': method, ':path': path, ':authority': host });
        let answer: IncomingHttpHeaders = {};
        let status = 0;
        stream.once('response', (received) => {
          answer = received;
          status = received[':status'] ?? 0;
        });
        stream.once('error', reject);
        buffer(stream).then((bytes) => resolve({ status, headers: answer, body: bytes }), reject);
        stream.end(body);
      }),
    protocol: () => socket?.alpnProtocol || undefined,
    close: () => session.close(),
  };
}
