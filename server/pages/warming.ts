// The program that renders the kept pages ahead; pages.ts starts it. What rendering and brotli 11 leave behind in a
// process's memory goes with this one, and no request waits for either.
import { setPriority } from 'node:os';
import { keptAddresses, notFoundAddress, representKept } from './keptPage.ts';
import type { RenderOptions } from './render.tsx';
import { compressBest, type Representation } from './representation.ts';

/** What this program sends: every page twice, compressed fast and then as well as can be. */
export type WarmPage = { readonly address: string; readonly representation: Representation };

/** Of -20 to 19. At `PRIORITY_LOW`, 19, a busy machine would let it wait for minutes. */
const niceness = 5;

function tell(page: WarmPage) {
  return new Promise<void>((sent) => process.send?.(page, () => sent()));
}

process.once('message', async (options: RenderOptions) => {
  const pages: WarmPage[] = [];
  for (const address of [...keptAddresses, notFoundAddress]) {
    const page = { address, representation: await representKept(address, options) };
    pages.push(page);
    await tell(page);
  }
  // All pages are there now; on a single core those who ask for them come first, and this gets a quarter of it.
  setPriority(niceness);
  for (const page of pages) {
    await compressBest(page.representation);
    await tell(page);
  }
  process.disconnect();
});
// All is told, or whoever asked is gone.
process.once('disconnect', () => process.exit());
