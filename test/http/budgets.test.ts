import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { budgets, htmlBudget, scriptsIn } from '../helpers/browser/budgets.ts';
import { type RawAnswer, rawRequest } from '../helpers/network/rawRequest.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { orderAddresses, sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';

let site: Site;
let pages: readonly string[];
beforeAll(async () => {
  site = await startSite({}, { responseCache: true });
  await site.waitForLog(({ msg }) => msg === 'response cache compressed');
  pages = await sitemapPaths(site.url);
});
afterAll(async () => {
  await site.stop();
});

function compressed(path: string): Promise<RawAnswer> {
  return rawRequest(site.url + path, { headers: { 'Accept-Encoding': 'br' } });
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

/** The paths whose measured bytes are over their limit or zero. */
async function over(
  paths: readonly string[],
  limit: (path: string) => number,
  measure: (path: string) => Promise<number>,
) {
  const measured = await Promise.all(paths.map(async (path) => ({ path, bytes: await measure(path) })));
  return measured.filter(({ path, bytes }) => !(bytes > 0 && bytes <= limit(path)));
}

describe('a first visit', () => {
  test('HTML with inline styles is within the budget on every page, with ?order= and on the 404 page', async () => {
    expect(pages.length).toBeGreaterThan(10);
    const all = [...pages, ...orderAddresses, unknownPath];
    expect(await over(all, htmlBudget, async (path) => (await compressed(path)).body.length)).toEqual([]);
  });

  test('the scripts that a page names are within the budget', async () => {
    const scripts = async (path: string) => bytesOf(scriptsIn(await htmlOf(path)));
    expect(await over([...pages, ...orderAddresses, unknownPath], () => budgets.script, scripts)).toEqual([]);
  });

  test('the fonts that a page names are within the budget', async () => {
    expect(
      await over(
        [...pages, unknownPath],
        () => budgets.fonts,
        async (path) => bytesOf(fontsIn(await htmlOf(path))),
      ),
    ).toEqual([]);
  });
});

describe('a warm page', () => {
  test('is compressed with brotli 11', async () => {
    for (const path of pages) {
      const { body } = await compressed(path);
      const identity = brotliDecompressSync(body);
      const best = brotliCompressSync(identity, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        },
      });
      expect({ path, bytes: body.length }).toEqual({ path, bytes: best.length });
    }
  });

  test('has one ETag for all content codings, and answers 304 to it', async () => {
    for (const path of pages) {
      const { headers } = await compressed(path);
      const etag = String(headers.etag);
      expect((await rawRequest(site.url + path)).headers.etag).toBe(etag);
      for (const coding of ['br', 'gzip', 'identity']) {
        const answer = await rawRequest(site.url + path, {
          headers: { 'Accept-Encoding': coding, 'If-None-Match': etag },
        });
        expect(answer).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      }
    }
  });
});

test('unknown addresses and parameters do not grow the response cache', async () => {
  const residentMegabytes = () =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1]) / 1024;
  const ask = async (count: number) => {
    const page = (await compressed('/server-hosting')).body;
    const lost = (await compressed(unknownPath)).body;
    for (let asked = 0; asked < count; asked += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const random = `${asked + index}-${Math.random()}`;
          return compressed(index % 2 === 0 ? `/server-hosting?x=${random}&order=${random}` : `/${random}`);
        }),
      );
      for (const [index, { body }] of answers.entries()) expect(body.equals(index % 2 === 0 ? page : lost)).toBe(true);
    }
  };
  await ask(500);
  const before = residentMegabytes();
  await ask(3000);
  // In the cache, 3,000 pages in three codings would take 130 MB.
  expect(residentMegabytes() - before).toBeLessThan(50);
});
