import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { insertBefore } from '../../server/pages/insertBefore.ts';
import { createRenderer, type Renderer } from '../../server/pages/renderer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'renderer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program whose page is the number of pages rendered so far; some addresses make it fail. */
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
/** A program that exits before it gets a request. */
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

test('a page that is no longer wanted is not rendered', async () => {
  const [first, second, third] = [page(), page('/', () => false), page()];
  expect([await first, await second, await third]).toEqual([{ rendered: 1 }, undefined, { rendered: 2 }]);
});

test('a page that fails to render rejects with the reason; the next one renders', async () => {
  await expect(page('fail')).rejects.toThrow('broken');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a child process that dies fails one page and is replaced', async () => {
  expect(await page()).toEqual({ rendered: 1 });
  await expect(page('die')).rejects.toThrow('the rendering program ended');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a child process that hangs is killed after the timeout', async () => {
  const [hanging, next] = [page('hang'), page()];
  await expect(hanging).rejects.toThrow('the rendering program ended');
  expect(await next).toEqual({ rendered: 1 });
});

test('a child process that dies at start does not end the server', async () => {
  renderer = createRenderer({ program: dying });
  for (let times = 0; times < 5; times += 1) await expect(page()).rejects.toThrow();
});

test.each(['<body>', '<head></head></head>'])('without exactly one tag in %s insertBefore throws', (html) => {
  expect(() => insertBefore(html, '</head>', '<style></style>')).toThrow('</head> occurs');
});
