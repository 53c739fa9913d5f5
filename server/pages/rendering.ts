// The program that renders pages; renderer.ts starts it. A render takes ten milliseconds, in which the server's own
// process would answer nobody, and React stays out of that process's memory.
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { SiteState } from '../../client/siteSlice.ts';
import { type ChunkFiles, type RenderedPage, renderPage, type Situation } from './render.tsx';

export type RenderRequest = { readonly id: number; readonly address: string; readonly situation: Situation };
/** The answer to the request of the same id. */
export type RenderResponse = { readonly id: number } & ({ readonly page: RenderedPage } | { readonly error: string });

/** Of -20 to 19: on a single core the pages that are in memory come first, and this gets a quarter of it. */
const niceness = 5;
setPriority(niceness);

// A signal to the whole group is the server's to hear: it ends this program when the answers under way are out.
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
