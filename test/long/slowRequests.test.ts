import { expect, test } from '@jest/globals';
import { openConnection } from '../helpers/network/rawConnection.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const { port } = await untilEnd(startApp());
const body = JSON.stringify(contactMessage);
const head = `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

/** The status of the answer to a request of which a byte a second arrives from the given place on. */
async function trickled(bytes: string, begin: number): Promise<number | undefined> {
  const connection = await openConnection(port);
  connection.send(bytes.slice(0, begin));
  let sent = begin;
  const timer = setInterval(() => connection.send(bytes[sent++] ?? ''), 1000);
  const answer = await connection.next();
  clearInterval(timer);
  return answer?.status;
}

test('headers and bodies that trickle in are cut with 408', async () => {
  const slow = [trickled(`GET / HTTP/1.1\r\nX-A: ${'a'.repeat(100)}`, 20), trickled(head + body, head.length + 3)];
  expect(await Promise.all(slow)).toEqual([408, 408]);
});
