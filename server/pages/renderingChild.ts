// The child process that renders pages; renderingParent.ts starts it. In the server itself, rendering would block the event loop for 10 ms
// for each page, and React would take up memory.
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { type Page, type RenderSettings, renderPage, type Situation } from './renderPage.tsx';

/** `address`: path and query. */
export type RenderRequest = { readonly address: string; readonly situation: Situation };
export type RenderResponse = { readonly page: Page } | { readonly error: string };

// The server has niceness 0, so it goes first: on a single busy core, this program gets a quarter of the time.
setPriority(5);

// Terminals and systemd signal all processes at once. This process goes on until the server, after its last response, disconnects.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

function readBuilt(file: string): string {
  return readFileSync(path.join(__dirname, '..', file), 'utf8');
}

const settings: RenderSettings = {
  chunks: JSON.parse(readBuilt('client/chunks.json')),
  inlineScripts: { head: readBuilt('inline/head.js'), start: readBuilt('inline/start.js') },
  site: JSON.parse(process.argv[2] ?? ''),
};

process.on('message', async ({ address, situation }: RenderRequest) => {
  const response: RenderResponse = await renderPage(address, situation, settings).then(
    (page) => ({ page }),
    (error: unknown) => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
  // The empty callback ignores the error if the server has ended meanwhile.
  process.send?.(response, undefined, undefined, () => {});
});
