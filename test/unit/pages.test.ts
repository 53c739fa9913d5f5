import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { createLog } from '../../server/lib/log.ts';
import { createErrorHandler } from '../../server/pages/failures.ts';
import { createRenderer, type Renderer } from '../../server/pages/renderingParent.ts';
import { hang } from '../helpers/hang.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

/** In place of the program that renders pages, and as deaf to SIGTERM. A page is the number of pages so far. Some addresses fail. */
const program = path.join(directoryUntilEnd(), 'program.mjs');
writeFileSync(
  program,
  `let rendered = 0;
  process.on('SIGTERM', () => {});
  process.once('disconnect', () => process.exit());
  process.on('message', ({ address }) => {
    if (address === 'die') process.exit(3);
    if (address === 'hang') return;
    process.send({ 'watch:require': [] });
    if (address === 'slow') setTimeout(() => process.send({ page: { rendered: ++rendered } }), 300);
    else if (address === 'fail') process.send({ error: 'broken' });
    else process.send({ page: { rendered: ++rendered } });
  });`,
);

let renderer: Renderer;
function start(timeouts: { readonly first: number; readonly next: number }): void {
  renderer = createRenderer(program, [], timeouts);
}
function page(address = '/') {
  return renderer.renderPage(address, { client: 'visitor' });
}
beforeEach(() => start({ first: hang, next: hang }));
afterEach(() => renderer.stop());

test('a page that fails to render rejects with the reason, and the next one renders', async () => {
  await expect(page('fail')).rejects.toThrow('broken');
  expect(await page()).toEqual({ rendered: 1 });
});

test.each(['die', 'hang'])(
  'a page that makes the rendering program %s rejects, and a new program renders the next page',
  async (how) => {
    if (how === 'hang') start({ first: hang, next: 100 });
    expect(await page()).toEqual({ rendered: 1 });
    await expect(page(how)).rejects.toThrow('the rendering program ended');
    expect(await page()).toEqual({ rendered: 1 });
  },
);

test('a page that no visitor waits for may take longer', async () => {
  start({ first: hang, next: 100 });
  await page();
  expect(await renderer.renderPage('slow')).toEqual({ rendered: 2 });
  await expect(page('slow')).rejects.toThrow('the rendering program ended');
});

test('at most 24 pages of a kind wait for clients, and three for each client', async () => {
  const ask = (client: string | undefined, isOwn: boolean) =>
    renderer.renderPage('/', { ...(client !== undefined && { client }), isOwn });
  const clients = Array.from({ length: 9 }, (_, nth) => `client ${nth}`);
  const orders = clients.flatMap((client) => [1, 2, 3, 4].map(() => ask(client, true)));
  const results = await Promise.allSettled([...orders, ask('client 0', false), ask(undefined, false)]);
  const refused = results.map(({ status }) => status === 'rejected');
  expect(refused.slice(0, 4)).toEqual([false, false, false, true]);
  expect(refused.filter(Boolean)).toHaveLength(36 - 24);
  expect(refused.slice(-2)).toEqual([false, false]);
});

test('a fault of the site itself is answered 500, and is an error in the log', async () => {
  const lines: object[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const fail = () => {
    throw new Error('broken');
  };
  await request(express().use(fail, createErrorHandler(fail, log)))
    .get('/')
    .expect(500, /Something went wrong on our side/);
  const err = expect.objectContaining({ message: 'broken' });
  expect(lines).toEqual([expect.objectContaining({ level: 50, msg: 'request failed', err })]);
});
