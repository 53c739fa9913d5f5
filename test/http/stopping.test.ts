import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

let site: Site;
afterEach(async () => {
  site.signal('SIGKILL');
  await site.ended;
});

/** Opens a connection and collects the text that it receives. */
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
const postHead = `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

/** Sends half of a post. `100 Continue` shows that the server has its header section. */
async function postHalf(connection: Socket): Promise<void> {
  connection.write(postHead);
  await once(connection, 'data');
  connection.write(body.slice(0, 10));
}

test('SIGTERM: the current request is answered, new connections are refused, idle ones are closed', async () => {
  const dataDirectory = newDataDirectory();
  site = await startSite({}, { dataDirectory, responseCache: true });
  const idle = await open();
  idle.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  const inFlight = await open();
  await postHalf(inFlight.socket);
  await site.waitForLog(({ msg, path: asked }) => msg === 'request' && asked === '/healthz');
  site.signal('SIGTERM');
  await idle.closed;
  await expect(request(site.url).get('/')).rejects.toThrow();
  inFlight.socket.write(body.slice(10));
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(inFlight.received()).toContain('200 OK');
  expect(storedIn(dataDirectory)).toHaveLength(1);
});

test('SIGTERM: an idle connection is asked to close with its next answer, and an unused one holds nothing up', async () => {
  site = await startSite();
  const kept = await open();
  const unused = await open();
  kept.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(kept.socket, 'data');
  expect(kept.received()).toMatch(/^Connection: keep-alive\r$/m);
  site.signal('SIGTERM');
  await site.waitForLog(({ msg }) => msg === 'stopping');
  kept.socket.write('GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.all([kept.closed, unused.closed]);
  expect(kept.received()).toMatch(/HTTP\/1.1 200 OK\r\n(?:.+\r\n)*Connection: close\r\n(?:.+\r\n)*\r\nUser-agent/);
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(site.output()).not.toContain('cut off');
});

test('SIGTERM: a request that never ends is aborted', async () => {
  site = await startSite();
  const slow = await open();
  await postHalf(slow.socket);
  site.signal('SIGTERM');
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(site.output()).toContain('still under way were cut off');
});

test('an unexpected exception is logged with its cause, and the process ends with 1', async () => {
  const preload = path.join(newDataDirectory(), 'throwOnSignal.mjs');
  writeFileSync(
    preload,
    `process.on('SIGWINCH', () => { throw new Error('what nobody expected', { cause: new Error('the cause') }); });`,
  );
  site = await startSite({ NODE_OPTIONS: `--import=${preload}` });
  const inFlight = await open();
  await postHalf(inFlight.socket);
  site.signal('SIGWINCH');
  await site.waitForLog(({ level }) => level === 60);
  inFlight.socket.write(body.slice(10));
  expect(await site.ended).toEqual({ exitCode: 1, signal: null });
  expect(inFlight.received()).toContain('200 OK');
  expect(site.output()).toMatch(/what nobody expected.*the cause/);
});

test('an unexpected exception while the process stops does not abort the current request', async () => {
  const preload = path.join(newDataDirectory(), 'throwOnSignal.mjs');
  writeFileSync(preload, `process.on('SIGWINCH', () => { throw new Error('what nobody expected'); });`);
  site = await startSite({ NODE_OPTIONS: `--import=${preload}` });
  const inFlight = await open();
  await postHalf(inFlight.socket);
  site.signal('SIGTERM');
  await site.waitForLog(({ msg }) => msg === 'stopping');
  site.signal('SIGWINCH');
  await site.waitForLog(({ level }) => level === 60);
  inFlight.socket.write(body.slice(10));
  expect(await site.ended).toEqual({ exitCode: 1, signal: null });
  expect(inFlight.received()).toContain('200 OK');
});
