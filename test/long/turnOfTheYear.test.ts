import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { bestBrotli } from '../helpers/browser/budgets.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startSite } from '../helpers/site/site.ts';
import { orderAddresses, unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

// SIGWINCH sets the clock of the server, and of the programs that it starts, to the next 2 January. Intervals are short.
const clock = `
  const { Date: Real, setInterval: every } = globalThis;
  let ahead = 0;
  globalThis.Date = class extends Real {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
  globalThis.setInterval = (act, wait, ...rest) => every(act, Math.min(wait, 200), ...rest);
  process.on('SIGWINCH', () => { ahead = Real.UTC(new Real().getFullYear() + 1, 0, 2) - Real.now(); });
`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
const site = await untilEnd(startSite({ NODE_OPTIONS }, { responseCache: true }));

function ask(path: string, coding = 'identity') {
  return rawRequest(site.url + path, { headers: { 'Accept-Encoding': coding } });
}
async function yearAndTag(path: string) {
  const { headers, body } = await ask(path);
  // React puts a comment between sign and year.
  return { path, year: Number(/©(?:\s|<!-- -->)*(\d{4})/.exec(body.toString())?.[1]), tag: headers.etag };
}
/** Resolves when every answer has been made. */
function filled() {
  return site.waitForLog(({ msg }) => msg === 'response cache filled');
}

/** Resolves when the home page, which is the first, is compressed at best quality. */
async function compressedBest(): Promise<void> {
  const { length } = bestBrotli((await ask('/')).body);
  while ((await ask('/', 'br')).body.length !== length);
}

test('in a new year every page is rendered again and compressed as well as before', async () => {
  await filled();
  const addresses = ['/', '/server-hosting', orderAddresses[0] ?? '', unknownPath];
  const before = await Promise.all(addresses.map(yearAndTag));
  const thisYear = new Date().getFullYear();
  expect(before.map(({ year }) => year)).toEqual(addresses.map(() => thisYear));
  await compressedBest();

  const { pid } = site;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  for (const child of children) process.kill(child, 'SIGWINCH');
  // Addresses that are not cached.
  for (let count = 0; (await yearAndTag(`/search?q=year${count}`)).year === thisYear; count += 1);
  process.kill(pid, 'SIGWINCH');
  while ((await yearAndTag('/')).year === thisYear);
  const after = await Promise.all(addresses.map(yearAndTag));
  expect(after.map(({ year }) => year)).toEqual(addresses.map(() => thisYear + 1));
  for (const [index, { tag }] of after.entries()) expect(tag).not.toBe(before[index]?.tag);
  await compressedBest();
});
