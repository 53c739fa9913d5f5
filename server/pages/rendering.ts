// The program that renders the pages made for one visitor; renderer.ts starts it. A render takes ten milliseconds, in
// which the server's own process would answer nobody.
import { setPriority } from 'node:os';
import { representPage } from './keptPage.ts';
import type { RenderOptions, Situation } from './render.tsx';
import type { Representation } from './representation.ts';

/** The first message to this program; then one `PageToRender` after another. */
export type RenderingStart = { readonly options: RenderOptions };
export type PageToRender = { readonly number: number; readonly address: string; readonly situation: Situation };
/** The answer to each, under its number. */
export type RenderedPage = { readonly number: number } & (
  | { readonly representation: Representation }
  | { readonly error: string }
);

/** Of -20 to 19: on a single core the kept pages come first, and this gets a quarter of it. */
const niceness = 5;
setPriority(niceness);

// A signal to the whole group is the server's to hear: it ends this program when the answers under way are out.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

process.once('message', ({ options }: RenderingStart) => {
  process.on('message', async ({ number, address, situation }: PageToRender) => {
    const rendered: RenderedPage = await representPage(address, situation, 'no-store', options).then(
      (representation) => ({ number, representation }),
      (error: unknown) => ({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    process.send?.(rendered);
  });
});
