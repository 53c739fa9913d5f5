import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { bestBrotli, budgets, ownShare, scriptsIn } from '../helpers/browser/budgets.ts';
import { type RawAnswer, rawRequest } from '../helpers/network/rawRequest.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { orderAddresses, sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';

const url = await readOnlySite('compressed');
const pages = await sitemapPaths(url);

const asked = new Map<string, Promise<RawAnswer>>();
/** The answer in Brotli, asked for once. */
function compressed(path: string): Promise<RawAnswer> {
  const answer = asked.get(path) ?? rawRequest(url + path, { headers: { 'Accept-Encoding': 'br' } });
  asked.set(path, answer);
  return answer;
}
async function htmlOf(path: string): Promise<string> {
  return brotliDecompressSync((await compressed(path)).body).toString();
}

/** The total size of the answers, each address counted once. */
async function bytesOf(addresses: Iterable<string>): Promise<number> {
  const answers = await Promise.all([...new Set(addresses)].map(compressed));
  for (const { status } of answers) expect(status).toBe(200);
  return answers.reduce((total, { body }) => total + body.length, 0);
}
function fontsIn(html: string) {
  return [...html.matchAll(/[("](\/[^"()]+\.woff2)/g)].map(([, address = '']) => address);
}

test('in a first visit, HTML with inline styles, scripts and fonts are within the budget on every page', async () => {
  expect(pages.length).toBeGreaterThan(10);
  for (const path of [...pages, ...orderAddresses, unknownPath]) {
    const html = await htmlOf(path);
    const sizes = [
      ['html', (await compressed(path)).body.length, budgets.html],
      ['scripts', await bytesOf(scriptsIn(html)), budgets.script],
      ['fonts', await bytesOf(fontsIn(html)), budgets.fonts],
    ] as const;
    expect([path, sizes.filter(([, bytes, limit]) => !(bytes > 0 && bytes <= limit))]).toEqual([path, []]);
  }
});

test('of the scripts that a page names, the part that is not a library is within its budget', async () => {
  const shares = new Map<string, number>();
  for (const path of pages) {
    let own = 0;
    for (const script of scriptsIn(await htmlOf(path))) {
      const share = shares.get(script) ?? ownShare(script);
      shares.set(script, share);
      own += share * (await compressed(script)).body.length;
    }
    expect([path, own > 10_000 && own <= budgets.ownScript]).toEqual([path, true]);
  }
});

test.each([pages[0] ?? '', '/server-hosting', pages.at(-1) ?? ''])(
  '%s in the cache has the best compression and one ETag for all content codings, and answers 304 to it',
  async (path) => {
    const { headers, body } = await compressed(path);
    expect(body.length).toBe(bestBrotli(brotliDecompressSync(body)).length);
    const etag = String(headers.etag);
    expect((await rawRequest(url + path)).headers.etag).toBe(etag);
    for (const coding of ['br', 'gzip', 'identity']) {
      const answer = await rawRequest(url + path, { headers: { 'Accept-Encoding': coding, 'If-None-Match': etag } });
      expect(answer).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    }
  },
);
