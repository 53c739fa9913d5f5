import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { families } from '../../shared/hosting/catalogue.ts';
import { endpoints, orderAddress } from '../../shared/paths.ts';
import { pageKinds } from '../helpers/browser/pageKinds.ts';
import { type RawAnswer, rawRequest } from '../helpers/network/rawRequest.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { sitemapPaths } from '../helpers/site/sitemap.ts';

/** How many compressed bytes a first visit may load. `ownScript` limits the part of the scripts from `client` and `shared`. */
const budgets = { html: 16_000, script: 120_000, ownScript: 30_000, fonts: 24_000 } as const;

const client = path.resolve(import.meta.dirname, '../../dist/client');

/** Finds by its source map which part of a built script, from 0 to 1, comes from `client` and `shared`. */
function ownShare(script: string): number {
  const file = path.basename(script);
  const lines = readFileSync(path.join(client, 'assets', file), 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(path.join(client, 'maps', `${file}.map`), 'utf8')));
  let own = 0;
  let all = 0;
  for (const [number, line] of lines.entries()) {
    for (let column = 0; column < line.length; column += 1) {
      const entry = map.findEntry(number, column);
      if ('originalSource' in entry && /^\.?\/?(client|shared)\//.test(entry.originalSource)) own += 1;
    }
    all += line.length;
  }
  return own / all;
}

const url = await readOnlySite('compressed');
const orders = families.flatMap(({ path: address, plans }) => plans.map(({ id }) => orderAddress(address, id)));
/** Nearly the largest pages with a query: if a page compares other plans than these, it is at most 10 bytes larger. */
const largest = [
  '/server-hosting?compare=CXN1,CXN6,CXN9,CXN10',
  '/server-hosting?cpus=1&ram=1&storage=1&budget=99999&compare=CXN1,CXN6,CXN9,CXN10',
  '/server-hosting?cpus=1&ram=1&storage=1&budget=99999&compare=CXN1,CXN6,CXN9,CXN10&order=CXN1',
  '/search?q=hosting',
];
const addresses = new Set([...(await sitemapPaths(url)), ...orders, ...pageKinds, ...largest]);
const asked = new Map<string, Promise<RawAnswer>>();
/** The answer to a request for a path, compressed with Brotli. Each path is requested only once. */
function compressed(path: string): Promise<RawAnswer> {
  const answer = asked.get(path) ?? rawRequest(url + path, { headers: { 'Accept-Encoding': 'br' } });
  asked.set(path, answer);
  return answer;
}
async function htmlOf(path: string): Promise<string> {
  return brotliDecompressSync((await compressed(path)).body).toString();
}

/** The total compressed size of what the site answers at these paths. Fails unless each answer has the status 200. */
async function bytesOf(addresses: Iterable<string>): Promise<number> {
  const answers = await Promise.all(Array.from(addresses, compressed));
  for (const { status } of answers) expect(status).toBe(200);
  return answers.reduce((total, { body }) => total + body.length, 0);
}

const shares = new Map<string, number>();
/** Estimates how many bytes of a compressed script come from `client` and `shared`: its compressed size times `ownShare`. */
async function ownBytesOf(script: string): Promise<number> {
  const share = shares.get(script) ?? ownShare(script);
  shares.set(script, share);
  return share * (await bytesOf([script]));
}

test.each([...addresses])('a first visit of %s is within the budgets', async (address) => {
  const html = await htmlOf(address);
  const scripts = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
  const fonts = new Set(Array.from(html.matchAll(/[("](\/[^"()]+\.woff2)/g), ([, font = '']) => font));
  const own = await Promise.all(scripts.map(ownBytesOf));
  const sizes = [
    ['html', (await compressed(address)).body.length, budgets.html],
    ['scripts', await bytesOf(scripts), budgets.script],
    ['own scripts', own.reduce((total, bytes) => total + bytes, 0), budgets.ownScript],
    ['fonts', await bytesOf(fonts), budgets.fonts],
  ] as const;
  expect(sizes.filter(([, bytes, limit]) => !(bytes > 0 && bytes <= limit))).toEqual([]);
});

// The budget is for the page without the visitor's text. So the test sends a text that compresses to almost nothing.
test('the page of a refused order is within the budget of HTML, beside the text of its visitor', async () => {
  const { status, body } = await rawRequest(url + endpoints.submissions, {
    method: 'POST',
    headers: { 'Accept-Encoding': 'br', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ plan: 'CXN1', name: '', email: '', phone: '', message: 'x'.repeat(4000) })),
  });
  expect(status).toBe(400);
  expect(brotliDecompressSync(body).toString()).toContain('x'.repeat(4000));
  expect(body.length).toBeLessThanOrEqual(budgets.html);
});
