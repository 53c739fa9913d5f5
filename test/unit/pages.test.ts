import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { insertBefore } from '../../server/pages/insertBefore.ts';
import { createRenderer, type PageKind, type Renderer } from '../../server/pages/renderer.ts';

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
  return renderer.render({ kind: 'query', address, situation: {}, coding: 'identity', isWanted });
}
beforeEach(() => {
  renderer = createRenderer({ program: scripted, timeouts: { first: 1000, next: 1000 } });
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

/** A program that does this to the first page that its first process is asked for. */
function onceFailing(first: string): string {
  const mark = path.join(folder, `${first.length}`);
  const program = path.join(folder, `once-${first.length}.mjs`);
  writeFileSync(
    program,
    `import { existsSync, writeFileSync } from 'node:fs';
    process.once('disconnect', () => process.exit());
    process.on('message', ({ id, address }) => {
      if (address === 'die') process.exit(3);
      const isFirst = !existsSync(${JSON.stringify(mark)});
      writeFileSync(${JSON.stringify(mark)}, '');
      if (isFirst) return void (${first});
      process.send({ id, page: { address } });
    });`,
  );
  return program;
}

test.each([
  ['dies', 'process.exit(3)'],
  ['hangs', 'undefined'],
])('a child process that %s is replaced, and the fresh one renders the page', async (_what, first) => {
  renderer = createRenderer({ program: onceFailing(first), timeouts: { first: 1000, next: 1000 } });
  expect(await page('/first')).toEqual({ address: '/first' });
});

test('the kinds of pages take turns, and a client has three of each kind waiting at most', async () => {
  const done: string[] = [];
  const ask = async (kind: PageKind, client: string) => {
    expect(renderer.hasRoom(kind, client)).toBe(true);
    await renderer.render({ kind, client, address: '/', situation: {}, coding: 'identity', isWanted: wanted });
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

test('a child process that dies at start does not end the server', async () => {
  renderer = createRenderer({ program: dying });
  for (let times = 0; times < 5; times += 1) await expect(page()).rejects.toThrow();
});

test.each(['<body>', '<head></head></head>'])('without exactly one tag in %s insertBefore throws', (html) => {
  expect(() => insertBefore(html, '</head>', '<style></style>')).toThrow('</head> occurs');
});
