import { expect, test } from '@jest/globals';
import { openConnection } from '../helpers/network/rawConnection.ts';
import { startApp } from '../helpers/site/app.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const body = JSON.stringify(contactMessage);
const head = `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

/** Sends the first `begin` bytes of a request at once, and then a byte a second. Resolves with the status of the answer. */
async function trickled(port: number, bytes: string, begin: number): Promise<number | undefined> {
  const connection = await openConnection(port);
  connection.send(bytes.slice(0, begin));
  let sent = begin;
  const timer = setInterval(() => connection.send(bytes[sent++] ?? ''), 1000);
  const answer = await connection.next();
  clearInterval(timer);
  return answer?.status;
}

test('slow headers and slow bodies get 408', async () => {
  const { port } = await untilEnd(startApp());
  const slow = [
    trickled(port, `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(100)}`, 20),
    trickled(port, `${head}\r\n${body}`, head.length + 3),
  ];
  expect(await Promise.all(slow)).toEqual([408, 408]);
});

test('SIGTERM aborts a request that never ends', async () => {
  const site = await untilEnd(startSite());
  const endless = await openConnection(site.port);
  endless.send(`${head}Expect: 100-continue\r\n\r\n`);
  expect(await endless.next()).toMatchObject({ status: 100 });
  site.signal('SIGTERM');
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(await endless.next()).toBeUndefined();
  expect(site.output()).toContain('still under way were cut off');
});
