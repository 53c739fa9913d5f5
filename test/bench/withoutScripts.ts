import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import type { BareAnswer, BareAnswers } from './bareServer.ts';

const script = /<script\b[^>]*>.*?<\/script>/gs;
const preloadedScript = /<link\b[^>]*\bas="script"[^>]*>/g;
const named = /\b(?:href|src)="(\/[^"#]*)|url\((\/[^)]+)\)/g;
const kept: readonly string[] = ['content-type', 'content-encoding', 'content-length'];

/** The site's compressed answer at a path, with only the headers that the body needs. */
export async function answerAt(url: string, path: string): Promise<BareAnswer> {
  const { status, headers, body } = await rawRequest(url + path, { headers: { 'Accept-Encoding': 'br' } });
  const fields = Object.entries(headers).filter(([name]) => kept.includes(name));
  return { status, headers: Object.fromEntries(fields) as Record<string, string>, body };
}

/** The answers for a bare server: the page without its scripts, and the other files that the page names. */
export async function pageWithoutScripts(url: string, path: string): Promise<BareAnswers> {
  const { status, headers, body } = await answerAt(url, path);
  const html = brotliDecompressSync(body).toString().replace(script, '').replace(preloadedScript, '');
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  const smaller = brotliCompressSync(html, { params });
  const length = { 'content-length': String(smaller.length) };
  const answers = new Map<string, BareAnswer>([[path, { status, headers: { ...headers, ...length }, body: smaller }]]);
  for (const [, linked, styled] of html.matchAll(named)) {
    const asset = linked ?? styled ?? '';
    if (!answers.has(asset)) answers.set(asset, await answerAt(url, asset));
  }
  return answers;
}
