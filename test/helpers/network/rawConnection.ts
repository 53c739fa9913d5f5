import { connect } from 'node:net';
import { hang } from '../hang.ts';

/** An answer as received, with header names in lower case. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
};

/** A connection that sends any bytes, also those that Node's HTTP client refuses. */
export type RawConnection = {
  /** Sends text as Latin-1, one byte a character. */
  readonly send: (bytes: string | Uint8Array) => void;
  /** Closes the sending side; reading continues. */
  readonly halfClose: () => void;
  /** Resets the connection (TCP RST). */
  readonly reset: () => void;
  /** The next complete answer; undefined if the server has closed the connection. */
  readonly next: (options?: { readonly toHead?: boolean }) => Promise<WireAnswer | undefined>;
};

const headEnd = '\r\n\r\n';
function withoutBody(status: number): boolean {
  return status < 200 || status === 204 || status === 304;
}

export function openConnection(port: number): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let ended = false;
    let look = () => {};

    const takeAnswer = (toHead: boolean): WireAnswer | undefined => {
      const end = received.indexOf(headEnd);
      if (end < 0) return undefined;
      const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
      const headers = Object.fromEntries(
        lines.map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }),
      );
      const begin = end + headEnd.length;
      const length = toHead || withoutBody(status) ? 0 : Number(headers['content-length']);
      if (received.length < begin + length) return undefined;
      const body = received.subarray(begin, begin + length);
      received = received.subarray(begin + length);
      return { status, headers, body };
    };

    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      resolve({
        send: (bytes) => void socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
        halfClose: () => void socket.end(),
        reset: () => void socket.resetAndDestroy(),
        next: ({ toHead = false } = {}) =>
          new Promise((settle, fail) => {
            const timer = setTimeout(() => {
              socket.destroy();
              fail(new Error(`neither a whole answer nor an end within ${hang} ms, only ${received}`));
            }, hang);
            look = () => {
              const answer = takeAnswer(toHead);
              if (!answer && !ended) return;
              clearTimeout(timer);
              look = () => {};
              if (answer || received.length === 0) settle(answer);
              else fail(new Error(`an end within an answer: ${received}`));
            };
            look();
          }),
      }),
    );
    const end = () => {
      ended = true;
      socket.destroy();
      look();
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      look();
    });
    socket.once('end', end);
    socket.once('error', (error) => {
      reject(error);
      end();
    });
  });
}
