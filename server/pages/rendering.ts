// The program that renders pages; renderer.ts starts it. Rendering a page takes 10 ms, which would block the server's
// event loop, and React would take up the server's memory.
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { SiteState } from '../../client/siteSlice.ts';
import { type ChunkFiles, type RenderedPage, renderPage, type Situation } from './render.tsx';

export type RenderRequest = { readonly id: number; readonly address: string; readonly situation: Situation };
/** The response to the request with the same id. */
export type RenderResponse = { readonly id: number } & ({ readonly page: RenderedPage } | { readonly error: string });

/** From -20 to 19: on a single core the server has precedence, and this program gets a quarter of the time. */
const niceness = 5;
setPriority(niceness);

// Terminals and systemd signal the whole process group. The server ends this program once it has answered all requests.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

const chunks = JSON.parse(readFileSync(path.join(__dirname, '../client/chunks.json'), 'utf8')) as ChunkFiles;
const site = JSON.parse(process.argv[2] ?? '') as SiteState;

process.on('message', async ({ id, address, situation }: RenderRequest) => {
  const response: RenderResponse = await renderPage(address, situation, { chunks, site }).then(
    (page) => ({ id, page }),
    (error: unknown) => ({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
  process.send?.(response);
});
