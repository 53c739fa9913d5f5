import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRenderer, type Renderer } from '../../server/pages/renderer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'renderer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Renders how many pages it has rendered, and does what an address says. */
const scripted = path.join(folder, 'scripted.mjs');
writeFileSync(
  scripted,
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
/** Is gone before it hears anything. */
const dying = path.join(folder, 'dying.mjs');
writeFileSync(dying, 'process.exit(1)');

function wanted() {
  return true;
}
let renderer: Renderer;
function page(address = '/', isWanted = wanted) {
  return renderer.render(address, {}, isWanted);
}
beforeEach(() => {
  renderer = createRenderer({ program: scripted, timeout: 1000 });
});
afterEach(async () => {
  await page('die').catch(() => {});
});

test('one page after another, by one program', async () => {
  expect(await page()).toEqual({ rendered: 1 });
  expect(await page()).toEqual({ rendered: 2 });
});

test('it says how many wait', async () => {
  const asked = Array.from({ length: 5 }, () => page());
  expect(renderer.waiting()).toBe(4);
  await Promise.all(asked);
  expect(renderer.waiting()).toBe(0);
});

test('for whom has gone by then, nothing is rendered', async () => {
  const [first, second, third] = [page(), page('/', () => false), page()];
  expect([await first, await second, await third]).toEqual([{ rendered: 1 }, undefined, { rendered: 2 }]);
});

test('a page that cannot be rendered says why; the next can', async () => {
  await expect(page('fail')).rejects.toThrow('broken');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a program that dies costs one page, and is followed by another', async () => {
  expect(await page()).toEqual({ rendered: 1 });
  await expect(page('die')).rejects.toThrow('the rendering program ended');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a program that hangs is ended', async () => {
  const [hanging, next] = [page('hang'), page()];
  await expect(hanging).rejects.toThrow('the rendering program ended');
  expect(await next).toEqual({ rendered: 1 });
});

test('a program that dies as it starts ends nothing but itself', async () => {
  renderer = createRenderer({ program: dying });
  for (let times = 0; times < 5; times += 1) await expect(page()).rejects.toThrow();
});
