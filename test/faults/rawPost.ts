import { openConnection } from '../helpers/network/rawConnection.ts';
import type { Posting } from '../helpers/visitor/ledger.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';

export type RawAnswer = { readonly status: number; readonly reference: string | undefined };

export type RawPostOptions = {
  /** Called when the whole answer has come. */
  readonly onAnswer?: () => void;
  /** Called when all but the body's last byte is written. With this function, the last byte is never sent. */
  readonly onAlmostSent?: () => void;
  /** Called when the whole request is written. */
  readonly onSent?: () => void;
};

/** Posts over a new connection. Resolves with undefined if the connection ends before the answer is complete. */
export async function rawPost(
  port: number,
  { body, key }: Posting,
  { onAnswer, onAlmostSent, onSent }: RawPostOptions = {},
): Promise<RawAnswer | undefined> {
  const connection = await openConnection(port).catch(() => undefined);
  const lines = [
    `POST ${submissionsPath} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Content-Type: ${key ? 'application/json' : 'application/x-www-form-urlencoded'}`,
    ...(key ? [`Idempotency-Key: ${key}`] : []),
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const request = `${lines.join('\r\n')}\r\n\r\n${body}`;
  if (onAlmostSent) connection?.send(request.slice(0, -1), onAlmostSent);
  else connection?.send(request, onSent);
  const answer = await connection?.next().catch(() => undefined);
  if (answer) onAnswer?.();
  return answer && { status: answer.status, reference: answer.headers['x-reference'] };
}
