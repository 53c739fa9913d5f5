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

function withoutScripts({ status, headers, body }: BareAnswer): { readonly answer: BareAnswer; readonly html: string } {
  const html = brotliDecompressSync(body).toString().replace(script, '').replace(preloadedScript, '');
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  const smaller = brotliCompressSync(html, { params });
  return { answer: { status, headers: { ...headers, 'content-length': String(smaller.length) }, body: smaller }, html };
}

/** The answers for a bare server: the pages without their scripts, and the other files that these pages name. */
export async function pagesWithoutScripts(url: string, paths: readonly string[]): Promise<BareAnswers> {
  const answers = new Map<string, BareAnswer>();
  for (const path of paths) {
    const { answer, html } = withoutScripts(await answerAt(url, path));
    answers.set(path, answer);
    for (const [, linked, styled] of html.matchAll(named)) {
      const asset = linked ?? styled ?? '';
      if (!answers.has(asset) && !paths.includes(asset)) answers.set(asset, await answerAt(url, asset));
    }
  }
  return answers;
}
