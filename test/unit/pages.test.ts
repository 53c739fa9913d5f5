import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRenderer, type Renderer } from '../../server/pages/renderer.ts';
import { hang } from '../helpers/hang.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'renderer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program whose page is the number of pages that it has rendered; some addresses make it fail. */
const program = path.join(folder, 'program.mjs');
writeFileSync(
  program,
  `let rendered = 0;
  process.once('disconnect', () => process.exit());
  process.on('message', ({ id, address }) => {
    if (address === 'die') process.exit(3);
    if (address === 'hang') return;
    process.send({ 'watch:require': [] });
    if (address === 'fail') process.send({ id, error: 'broken' });
    else process.send({ id, page: { rendered: ++rendered } });
  });`,
);

let renderer: Renderer;
function start(timeouts: { readonly first: number; readonly next: number }): void {
  renderer = createRenderer({ program, timeouts });
}
function page(address = '/', client?: string) {
  return renderer.renderPage(address, client === undefined ? {} : { client });
}
beforeEach(() => start({ first: hang, next: hang }));
afterEach(() => renderer.stop());

test('a page that fails to render rejects with the reason, and the next one renders', async () => {
  await expect(page('fail')).rejects.toThrow('broken');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a page that makes the rendering program die rejects, and a fresh program renders the next one', async () => {
  expect(await page()).toEqual({ rendered: 1 });
  await expect(page('die')).rejects.toThrow('the rendering program ended');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a page that makes the rendering program hang rejects after the timeout, and a fresh program renders the next one', async () => {
  start({ first: hang, next: 100 });
  expect(await page()).toEqual({ rendered: 1 });
  await expect(page('hang')).rejects.toThrow('the rendering program ended');
  expect(await page()).toEqual({ rendered: 1 });
});

test('24 pages wait for clients at most, three for each; those that the server itself wants always have room', async () => {
  const clients = Array.from({ length: 9 }, (_, nth) => `client ${nth}`);
  const asked = clients.flatMap((client) => [1, 2, 3, 4].map(() => page('/', client)));
  const results = await Promise.allSettled([...asked, page()]);
  const refused = results.map(({ status }) => status === 'rejected');
  expect(refused).toEqual([...clients.flatMap((_, nth) => [nth > 7, nth > 7, nth > 7, true]), false]);
});
