import { createServer } from 'node:http';
import { type BrowserKind, launchBrowser } from '../browser/browser.ts';
import type { Face } from '../browser/faces.ts';
import { listen } from '../network/listen.ts';
import { type Site, startSite } from '../site/site.ts';
import { type Databases, databasesAt, startPostgres } from '../store/postgres.ts';

/** Something that the test files of a run share. It starts when a file asks for it the first time, and ends with the run. */
type Part = { readonly url: string; readonly stop: () => Promise<void> };

const variable = 'SHARED_PARTS';

let site: Promise<Site> | undefined;

/** Starts the read-only site, unless an earlier call has started it. Resolves when the site has logged `message`. */
async function readOnlySiteAfter(message: string): Promise<Part> {
  site ??= startSite({}, { responseCache: true });
  const { url, waitForLog, stop } = await site;
  const told = () => waitForLog(({ msg }) => msg === message);
  // On a busy machine, compressing may take longer than one wait, so this waits up to four times.
  await told().catch(told).catch(told).catch(told);
  return { url, stop: async () => void (await stop()) };
}

function start([what = '', ...words]: readonly string[]): Promise<Part> {
  if (what === 'postgres') return startPostgres();
  if (what === 'site') return readOnlySiteAfter(`response cache ${words[0]}`);
  const [kind, face] = words;
  return launchBrowser({ kind: kind as BrowserKind, face: face as Face });
}

/** Offers the shared parts by HTTP. It is called before the test files. Resolves with a function that ends all parts. */
export async function offerSharedParts(): Promise<() => Promise<void>> {
  const parts = new Map<string, Promise<Part>>();
  const offer = createServer((request, response) => {
    // Each request needs a new connection. On a kept one it could fail, because the server may just be closing the connection.
    response.setHeader('Connection', 'close');
    const name = request.url ?? '';
    const part = parts.get(name) ?? start(name.split('/').slice(1));
    parts.set(name, part);
    part.then(({ url }) => response.end(url)).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  process.env[variable] = `http://127.0.0.1:${await listen(offer)}`;
  return async () => {
    offer.close();
    offer.closeAllConnections();
    for (const part of parts.values()) await (await part.catch(() => undefined))?.stop();
  };
}

async function ask(name: string): Promise<string> {
  const address = process.env[variable];
  if (!address) throw new Error('only a run of jest has shared parts');
  const response = await fetch(`${address}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

let databases: Promise<Databases> | undefined;

export function sharedPostgres(): Promise<Databases> {
  databases ??= ask('postgres').then(databasesAt);
  return databases;
}

/** The URL of a site for tests that write nothing. Resolves when its response cache is filled, or when it is also compressed. */
export function readOnlySite(state: 'filled' | 'compressed' = 'filled'): Promise<string> {
  return ask(`site/${state}`);
}

/** The WebSocket address of a browser that the test files of this worker share. */
export function sharedBrowser(kind: BrowserKind, face: Face): Promise<string> {
  return ask(`browser/${kind}/${face}/${process.env.JEST_WORKER_ID}`);
}
