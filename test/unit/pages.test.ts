import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRenderer, type PageKind, type Renderer } from '../../server/pages/renderer.ts';
import { hang } from '../helpers/hang.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'renderer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program whose page is the number of pages that it has rendered; some addresses make it fail, some the first time. */
const program = path.join(folder, 'program.mjs');
writeFileSync(
  program,
  `import { existsSync, writeFileSync } from 'node:fs';
  let rendered = 0;
  const isFirst = (address) => {
    const mark = process.argv[2] + address;
    const isFirst = !existsSync(mark);
    writeFileSync(mark, '');
    return isFirst;
  };
  process.once('disconnect', () => process.exit());
  process.on('message', ({ id, address }) => {
    if (address === 'die' || (address === 'die once' && isFirst(address))) process.exit(3);
    if (address === 'hang' || (address === 'hang once' && isFirst(address))) return;
    process.send({ 'watch:require': [] });
    if (address === 'fail') process.send({ id, error: 'broken' });
    else process.send({ id, page: { rendered: ++rendered } });
  });`,
);

let renderer: Renderer;
function start(timeouts: { readonly first: number; readonly next: number }): void {
  renderer = createRenderer({ program, parameters: [path.join(folder, 'mark ')], timeouts });
}
function page(address = '/', isWanted = () => true) {
  return renderer.render({ kind: 'query', address, situation: {}, coding: 'identity', isWanted });
}
beforeEach(() => start({ first: hang, next: hang }));
afterEach(() => renderer.stop());

test('a page that is no longer wanted is not rendered', async () => {
  const [first, second, third] = [page(), page('/', () => false), page()];
  expect([await first, await second, await third]).toEqual([{ rendered: 1 }, undefined, { rendered: 2 }]);
});

test('a page that fails to render rejects with the reason, and the next one renders', async () => {
  await expect(page('fail')).rejects.toThrow('broken');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a page that makes the rendering program die twice rejects, and a fresh program renders the next one', async () => {
  expect(await page()).toEqual({ rendered: 1 });
  await expect(page('die')).rejects.toThrow('the rendering program ended');
  expect(await page()).toEqual({ rendered: 1 });
});

test('a rendering program that dies is replaced, and the fresh one renders the page', async () => {
  expect(await page('die once')).toEqual({ rendered: 1 });
});

test('a rendering program that hangs is killed after the timeout, and a fresh one renders the page', async () => {
  start({ first: hang, next: 100 });
  expect(await page()).toEqual({ rendered: 1 });
  expect(await page('hang once')).toEqual({ rendered: 1 });
});

test('a page that makes every rendering program hang rejects', async () => {
  start({ first: 100, next: 100 });
  await expect(page('hang')).rejects.toThrow('the rendering program ended');
});

test('the kinds of pages take turns, and a client has three of each kind waiting at most', async () => {
  const done: string[] = [];
  const ask = async (kind: PageKind, client: string) => {
    expect(renderer.hasRoom(kind, client)).toBe(true);
    await renderer.render({ kind, client, address: '/', situation: {}, coding: 'identity', isWanted: () => true });
    done.push(kind + client);
  };
  const asked = [
    ask('refusal', 'a'),
    ...['b', 'b', 'b', 'c'].map((client) => ask('refusal', client)),
    ask('query', 'b'),
    ask('result', 'b'),
  ];
  expect(renderer.hasRoom('refusal', 'b')).toBe(false);
  expect(renderer.hasRoom('query', 'b')).toBe(true);
  await Promise.all(asked);
  expect(done).toEqual(['refusala', 'queryb', 'resultb', 'refusalb', 'refusalb', 'refusalb', 'refusalc']);
  expect(renderer.hasRoom('refusal', 'b')).toBe(true);
});
