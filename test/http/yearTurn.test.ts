import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type LogLine, type Site, startSite } from '../helpers/site/site.ts';
import { orderAddresses, unknownPath } from '../helpers/site/sitemap.ts';

// SIGWINCH sets the clock of the server, and of the programs that it starts, to the next 2 January. Long timers and
// intervals fire after 200 ms.
const clock = `
  const { Date: Real, setInterval: every, setTimeout: after } = globalThis;
  let ahead = Number(process.env.CLOCK_AHEAD ?? 0);
  globalThis.Date = class extends Real {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
  globalThis.setInterval = (act, wait, ...rest) => every(act, Math.min(wait, 200), ...rest);
  globalThis.setTimeout = (act, wait, ...rest) => after(act, wait > 600_000 ? 200 : wait, ...rest);
  process.on('SIGWINCH', () => { ahead = Real.UTC(new Real().getFullYear() + 1, 0, 2) - Real.now(); process.env.CLOCK_AHEAD = ahead; });
`;

let site: Site;
beforeAll(async () => {
  site = await startSite(
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` },
    { responseCache: true },
  );
  await compressedTimes(1);
});
afterAll(async () => {
  await site.stop();
});

function compressedTimes(count: number) {
  const isCompressed = ({ msg }: LogLine) => msg === 'response cache compressed';
  return site.waitForLog(() => site.log.filter(isCompressed).length === count);
}

/** The ids of the child processes of a process. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** In bytes: another digit can change brotli's result a little. The fast quality needs a thousand bytes more. */
const slack = 200;
const addresses = ['/', '/server-hosting', orderAddresses[0] ?? '', unknownPath];
async function yearOn(path: string): Promise<number> {
  const { body } = await rawRequest(site.url + path);
  // React puts a comment between sign and year.
  return Number(/©(?:\s|<!-- -->)*(\d{4})/.exec(body.toString())?.[1]);
}
async function tagOf(path: string) {
  return (await rawRequest(site.url + path)).headers.etag;
}
async function compressedBytes(path: string) {
  return (await rawRequest(site.url + path, { headers: { 'Accept-Encoding': 'br' } })).body.length;
}

test('in a new year every page is rendered again with the new year, and compressed as well as before', async () => {
  const thisYear = new Date().getFullYear();
  const before = await Promise.all(
    addresses.map(async (path) => ({ path, tag: await tagOf(path), bytes: await compressedBytes(path) })),
  );
  expect(await Promise.all(addresses.map(yearOn))).toEqual(addresses.map(() => thisYear));
  for (const pid of childrenOf(site.pid)) process.kill(pid, 'SIGWINCH');
  site.signal('SIGWINCH');
  await compressedTimes(2);
  for (const { path, tag, bytes } of before) {
    expect({ path, year: await yearOn(path) }).toEqual({ path, year: thisYear + 1 });
    expect(await tagOf(path)).not.toBe(tag);
    expect(Math.abs((await compressedBytes(path)) - bytes)).toBeLessThan(slack);
  }
});
