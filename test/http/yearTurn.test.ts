import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rawRequest } from '../helpers/rawRequest.ts';
import { type Site, startSite } from '../helpers/site.ts';
import { orderAddresses, unknownPath } from '../helpers/sitemap.ts';

// On SIGUSR2 the server's clock goes on to the second of January; what it does now and then, it does at once. So does the
// clock of the programs that it starts.
const clock = `
  const { Date: Real, setInterval: every, setTimeout: after } = globalThis;
  let ahead = Number(process.env.CLOCK_AHEAD ?? 0);
  globalThis.Date = class extends Real {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
  globalThis.setInterval = (act, wait, ...rest) => every(act, Math.min(wait, 200), ...rest);
  globalThis.setTimeout = (act, wait, ...rest) => after(act, wait > 600_000 ? 200 : wait, ...rest);
  process.on('SIGUSR2', () => { ahead = Real.UTC(new Real().getFullYear() + 1, 0, 2) - Real.now(); process.env.CLOCK_AHEAD = ahead; });
`;

let site: Site;
beforeAll(async () => {
  site = await startSite({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` });
  await site.waitForLog(({ msg }) => msg === 'pages warm');
});
afterAll(async () => {
  await site.stop();
});

/** Another digit can make brotli part a page elsewhere. The fast level is a thousand bytes behind. */
const slack = 100;
const addresses = ['/', '/server-hosting', orderAddresses[0] ?? '', unknownPath];
async function yearOn(path: string): Promise<number> {
  const { body } = await rawRequest(site.url + path);
  // Between sign and year React leaves a comment.
  return Number(/©(?:\s|<!-- -->)*(\d{4})/.exec(body.toString())?.[1]);
}
async function tagOf(path: string) {
  return (await rawRequest(site.url + path)).headers.etag;
}
async function compressedBytes(path: string) {
  return (await rawRequest(site.url + path, { headers: { 'Accept-Encoding': 'br' } })).body.length;
}

test('when the year turns every page is made anew, and compressed as well as before', async () => {
  const thisYear = new Date().getFullYear();
  const before = await Promise.all(
    addresses.map(async (path) => ({ path, tag: await tagOf(path), bytes: await compressedBytes(path) })),
  );
  expect(await Promise.all(addresses.map(yearOn))).toEqual(addresses.map(() => thisYear));
  site.signal('SIGUSR2');
  const deadline = Date.now() + 30_000;
  const isDone = async ({ path, bytes }: { path: string; bytes: number }) =>
    (await yearOn(path)) === thisYear + 1 && (await compressedBytes(path)) <= bytes + slack;
  while (!(await Promise.all(before.map(isDone))).every(Boolean) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const { path, tag, bytes } of before) {
    expect({ path, year: await yearOn(path) }).toEqual({ path, year: thisYear + 1 });
    expect(await tagOf(path)).not.toBe(tag);
    expect(Math.abs((await compressedBytes(path)) - bytes)).toBeLessThan(slack);
  }
});
