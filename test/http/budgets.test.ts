import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { budgets, ownShare, scriptsIn } from '../helpers/browser/budgets.ts';
import { type RawAnswer, rawRequest } from '../helpers/network/rawRequest.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { orderAddresses, searchAddresses, sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';

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

/** The total size of the answers. */
async function bytesOf(addresses: Iterable<string>): Promise<number> {
  const answers = await Promise.all(Array.from(addresses, compressed));
  for (const { status } of answers) expect(status).toBe(200);
  return answers.reduce((total, { body }) => total + body.length, 0);
}

const shares = new Map<string, number>();
/** The size of a script without libraries. */
async function ownBytesOf(script: string): Promise<number> {
  const share = shares.get(script) ?? ownShare(script);
  shares.set(script, share);
  return share * (await bytesOf([script]));
}

test.each([...pages, ...orderAddresses, ...searchAddresses, unknownPath])(
  'a first visit of %s is within the budgets of HTML, scripts, own scripts and fonts',
  async (path) => {
    const html = await htmlOf(path);
    const scripts = scriptsIn(html);
    const fonts = new Set(Array.from(html.matchAll(/[("](\/[^"()]+\.woff2)/g), ([, address = '']) => address));
    const own = await Promise.all(scripts.map(ownBytesOf));
    const sizes = [
      ['html', (await compressed(path)).body.length, budgets.html],
      ['scripts', await bytesOf(scripts), budgets.script],
      ['own scripts', own.reduce((total, bytes) => total + bytes, 0), budgets.ownScript],
      ['fonts', await bytesOf(fonts), budgets.fonts],
    ] as const;
    expect(sizes.filter(([, bytes, limit]) => !(bytes > 0 && bytes <= limit))).toEqual([]);
  },
);
