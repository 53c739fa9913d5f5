import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { newDataDirectory, type Site, startSite } from '../helpers/site.ts';
import { storedIn } from '../helpers/stored.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor.ts';

let site: Site;
afterEach(async () => {
  site.signal('SIGKILL');
  await site.ended;
});

/** A connection, and all that came over it. */
function open(): Promise<{ socket: Socket; received: () => string; closed: Promise<void> }> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(site.port, '127.0.0.1', () => resolve({ socket, received: () => text, closed }));
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
  });
}

const body = JSON.stringify(contactMessage);
const postHead = `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

test('SIGTERM: what is in flight is finished, nothing new is taken, idle connections do not hold it up', async () => {
  const dataDirectory = newDataDirectory();
  site = await startSite({}, { dataDirectory });
  const idle = await open();
  idle.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  const inFlight = await open();
  inFlight.socket.write(postHead + body.slice(0, 10));
  await site.waitForLog(({ msg, path: asked }) => msg === 'request' && asked === '/healthz');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const begun = Date.now();
  site.signal('SIGTERM');
  await site.waitForLog(({ msg }) => msg === 'stopping');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(request(site.url).get('/')).rejects.toThrow();
  inFlight.socket.write(body.slice(10));
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(Date.now() - begun).toBeLessThan(5000);
  expect(inFlight.received()).toContain('200 OK');
  expect(storedIn(dataDirectory)).toHaveLength(1);
});

test('SIGTERM: who never finishes is cut off, and it ends well within ten seconds', async () => {
  site = await startSite();
  const slow = await open();
  slow.socket.write(postHead);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const begun = Date.now();
  site.signal('SIGTERM');
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(Date.now() - begun).toBeLessThan(10_000);
}, 20_000);

test('an unexpected exception is logged with its cause, and the process ends with 1', async () => {
  const preload = path.join(newDataDirectory(), 'throwOnSignal.mjs');
  writeFileSync(
    preload,
    `process.on('SIGWINCH', () => { throw new Error('what nobody expected', { cause: new Error('the cause') }); });`,
  );
  site = await startSite({ NODE_OPTIONS: `--import=${preload}` });
  const inFlight = await open();
  inFlight.socket.write(postHead + body.slice(0, 10));
  await new Promise((resolve) => setTimeout(resolve, 100));
  site.signal('SIGWINCH');
  await site.waitForLog(({ level }) => level === 60);
  inFlight.socket.write(body.slice(10));
  expect(await site.ended).toEqual({ exitCode: 1, signal: null });
  expect(inFlight.received()).toContain('200 OK');
  expect(site.output()).toMatch(/what nobody expected.*the cause/);
});
