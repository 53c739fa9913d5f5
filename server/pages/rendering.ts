// The program that renders pages; renderer.ts starts it. Rendering a page takes 10 ms, which would block the server's
// event loop, and React would take up the server's memory.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding } from '../http/contentCoding.ts';
import { type ChunkFiles, type RenderedPage, type RenderOptions, renderPage, type Situation } from './render.tsx';

export type RenderRequest = {
  readonly id: number;
  /** Path and query. */
  readonly address: string;
  readonly situation: Situation;
  readonly coding: ContentCoding;
};
/** A page whose body has a content coding. `etag` is weak: the same for every coding. */
export type EncodedPage = Omit<RenderedPage, 'html'> & {
  readonly coding: ContentCoding;
  readonly body: Uint8Array;
  readonly etag: string;
};
/** The response to the request with the same id. */
export type RenderResponse = { readonly id: number } & ({ readonly page: EncodedPage } | { readonly error: string });

/** From -20 to 19: on a single core the server has precedence, and this program gets a quarter of the time. */
const niceness = 5;
setPriority(niceness);

// Terminals and systemd signal the whole process group. The server ends this program after its last answer.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

function readBuilt(file: string): string {
  return readFileSync(path.join(__dirname, '..', file), 'utf8');
}

const options: RenderOptions = {
  chunks: JSON.parse(readBuilt('client/chunks.json')) as ChunkFiles,
  inlineScripts: { head: readBuilt('inline/head.js'), start: readBuilt('inline/start.js') },
  site: JSON.parse(process.argv[2] ?? '') as RenderOptions['site'],
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** 6% smaller than 4, in 5 ms for the largest page. */
const brotliQuality = 5;

/** Here, so that the server has nothing to compress that a stranger may ask for at will. */
async function encode(html: string, coding: ContentCoding): Promise<Uint8Array> {
  if (coding === 'br') return compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  return coding === 'gzip' ? compressGzip(html) : Buffer.from(html);
}

async function pageFor({ address, situation, coding }: RenderRequest): Promise<EncodedPage> {
  const { html, ...texts } = await renderPage(address, situation, options);
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
  return { ...texts, coding, body: await encode(html, coding), etag };
}

process.on('message', async (request: RenderRequest) => {
  const { id } = request;
  const response: RenderResponse = await pageFor(request).then(
    (page) => ({ id, page }),
    (error: unknown) => ({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
  // The server may have ended meanwhile: then there is nobody to tell.
  process.send?.(response, undefined, undefined, () => {});
});
