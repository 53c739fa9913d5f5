import { connect } from 'node:net';
import { hang } from '../helpers/hang.ts';
import type { Posting } from '../helpers/visitor/ledger.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';

export type RawAnswer = { readonly status: number; readonly reference: string | undefined };

export type RawPostOptions = {
  /** Called with the first byte of the answer. */
  readonly onFirstByte?: () => void;
  /** Sends everything but the body's last byte, then calls this. */
  readonly onAlmostSent?: () => void;
  /** Called when the whole request is written. */
  readonly onSent?: () => void;
};

/** Posts over a new connection. Undefined if that ends before the header section of an answer is complete. */
export function rawPost(port: number, posting: Posting, options: RawPostOptions = {}): Promise<RawAnswer | undefined> {
  return new Promise((resolve) => {
    const { body, key } = posting;
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      const lines = [
        `POST ${submissionsPath} HTTP/1.1`,
        `Host: localhost:${port}`,
        `Content-Type: ${key ? 'application/json' : 'application/x-www-form-urlencoded'}`,
        ...(key ? [`Idempotency-Key: ${key}`] : []),
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
      ];
      const head = `${lines.join('\r\n')}\r\n\r\n`;
      if (options.onAlmostSent) socket.write(head + body.slice(0, -1), options.onAlmostSent);
      else socket.write(head + body, options.onSent);
    });
    socket.setTimeout(hang, () => socket.destroy());
    socket.on('data', (chunk) => {
      if (text === '') options.onFirstByte?.();
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
      if (!status || !text.includes('\r\n\r\n')) return resolve(undefined);
      resolve({ status: Number(status), reference: /^x-reference: (\S+)/im.exec(text)?.[1] });
    });
  });
}
