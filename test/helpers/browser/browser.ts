import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type HTTPRequest, type LaunchOptions, type Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { hang } from '../hang.ts';
import { foundTools } from '../tools/debianTool.ts';
import { type Face, fontEnvironment, fontFolder } from './faces.ts';
import { until } from './page.ts';

export type BrowserKind = 'chromium' | 'firefox';

/** The paths of this machine's browsers. A browser that has not been found is null. Only `npm run test:all` looks for Firefox. */
export function foundBrowsers(): { readonly chromium: string | null; readonly firefox: string | null } {
  const { chromium = null, firefox = null } = foundTools();
  return { chromium, firefox };
}

// Tests of an insecure page open it under this name of the machine, because browsers treat http://localhost as secure.
const secondName = 'site.test';

const optionsFor: Record<BrowserKind, (face: Face) => LaunchOptions> = {
  chromium: () => ({
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${secondName} 127.0.0.1`,
    ],
  }),
  firefox: (face) => ({
    extraPrefsFirefox: {
      'network.dns.localDomains': secondName,
      // Firefox's sandbox lets pages read only listed folders. This lists the folder of the fonts with which the test runs.
      'security.sandbox.content.read_path_whitelist': `${fontFolder(face)}/`,
    },
  }),
};

export type BrowserOptions = {
  readonly kind?: BrowserKind;
  readonly face?: Face;
  /** The path of the browser's program. Undefined: the path that `foundBrowsers` returns. */
  readonly program?: string | null;
};

/** Opens a browser with an empty profile. It has only the fonts of one face. */
export async function openBrowser(options: BrowserOptions = {}) {
  const { kind = 'chromium', face = 'usual', program = foundBrowsers()[kind] } = options;
  if (!program) throw new Error(`This machine has no ${kind}`);
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'browser-'));
  const browser = await puppeteer.launch({
    browser: kind === 'firefox' ? 'firefox' : 'chrome',
    executablePath: program,
    env: { ...process.env, ...fontEnvironment(face) },
    userDataDir,
    timeout: hang,
    protocolTimeout: hang,
    ...optionsFor[kind](face),
  });
  return {
    browser,
    close: async () => {
      await browser.close().catch(() => {});
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Starts a browser to which other processes can connect. `url`: its WebSocket address, for `puppeteer.connect`. */
export async function launchBrowser(options: BrowserOptions) {
  const { browser, close } = await openBrowser(options);
  const url = browser.wsEndpoint();
  const child = browser.process();
  await browser.disconnect();
  return {
    url,
    stop: async () => {
      const ended = child && child.exitCode === null ? once(child, 'exit') : undefined;
      child?.kill('SIGKILL');
      await ended;
      await close();
    },
  };
}

/** Whether a request is for a script. The URL decides, because Puppeteer does not know the type of a request in Firefox. */
export function isScript(request: HTTPRequest): boolean {
  return new URL(request.url()).pathname.endsWith('.js');
}

/** The URL path of the script of a chunk. `chunk`: its name in the build. */
export function scriptOf(chunk: string): string {
  const list = path.resolve(import.meta.dirname, '../../../dist/client/chunks.json');
  const [file] = (JSON.parse(readFileSync(list, 'utf8')) as Record<string, readonly string[]>)[chunk] ?? [];
  if (!file) throw new Error(`There is no chunk ${chunk}`);
  return `/assets/${file}`;
}

/**
 * Calls `treat` for each request of the page. `treat` must continue, answer or abort it. The listener comes first: Puppeteer holds a
 * request for ever that comes when nobody listens, as 2 of 250 did on a busy machine.
 */
export async function intercept(page: Page, treat: (request: HTTPRequest) => unknown): Promise<void> {
  page.on('request', (request) => void treat(request));
  await page.setRequestInterception(true);
}

/** Lets a request of `intercept` through. A request that was made before `intercept` has ended cannot be held. */
export function pass(request: HTTPRequest): void {
  request.continue().catch(() => {});
}

/** Whether a request is a post, made by a script or by the browser itself. */
export function isSubmission(request: HTTPRequest): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === endpoints.submissions;
}

/** Calls `treat` for each post of the page. `treat` must continue, answer or abort it. `count`: 1 for the first post, and so on. */
export async function interceptSubmissions(page: Page, treat: (post: HTTPRequest, count: number) => unknown) {
  let count = 0;
  await intercept(page, (request) => (isSubmission(request) ? treat(request, ++count) : pass(request)));
}

/** Holds back the page's next post, and resolves with its request. Later posts go through. */
export async function holdSubmission(page: Page): Promise<HTTPRequest> {
  const held = Promise.withResolvers<HTTPRequest>();
  await interceptSubmissions(page, (post, count) => (count === 1 ? held.resolve(post) : post.continue()));
  return held.promise;
}

/** Holds back the requests for which `isMeant` is true: calls `open` for each, and sends the request when `open` has resolved. */
export function holdBack(page: Page, isMeant: (request: HTTPRequest) => boolean, open: () => Promise<unknown>) {
  return intercept(page, async (request) => {
    if (isMeant(request)) await open();
    pass(request);
  });
}

/** Makes the documents that the page opens later record their `hydrated` event (`client/early/pageState.ts`). */
export async function watchHydration(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    addEventListener('hydrated', () => Object.assign(window, { isHydrated: true }));
  });
}

/** Resolves in the task after the next frame. If the page was just hydrated, React has then run the effects of hydration. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

export async function hydrated(page: Page): Promise<void> {
  await until(page, () => 'isHydrated' in window);
}

/** Resolves when the page has registered the font of the headings. Until this moment, headings are in a system font. */
export async function faceLoaded(page: Page): Promise<void> {
  await until(page, () => [...document.fonts].some(({ family }) => family === 'Headings'));
}
