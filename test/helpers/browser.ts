import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type HTTPRequest, type LaunchOptions, type Page } from 'puppeteer';

export type BrowserKind = 'chromium' | 'firefox';
export type FoundBrowser = { readonly executablePath: string; readonly environment: Record<string, string> };

const foundFile = path.resolve(import.meta.dirname, '../../node_modules/.cache/test-browser.json');

/** The browsers that `scripts/prepareBrowser.mjs` found on this machine; it may lack Firefox. */
export function foundBrowsers(): { readonly chromium: FoundBrowser; readonly firefox: FoundBrowser | null } {
  return JSON.parse(readFileSync(foundFile, 'utf8'));
}

export type TestBrowser = {
  readonly browser: Browser;
  readonly kind: BrowserKind;
  readonly close: () => Promise<void>;
};

// A name that is not localhost: there browsers think a page without https insecure.
const secondName = 'site.test';

const optionsFor = {
  chromium: {
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
  },
  firefox: { extraPrefsFirefox: { 'network.dns.localDomains': secondName } },
} as const satisfies Record<BrowserKind, LaunchOptions>;

/** `found`: another than the one that was found before. */
export async function openBrowser(
  kind: BrowserKind = 'chromium',
  found: FoundBrowser | null = foundBrowsers()[kind],
): Promise<TestBrowser> {
  if (!found) throw new Error(`This machine has no ${kind}`);
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'browser-'));
  const browser = await puppeteer.launch({
    browser: kind === 'firefox' ? 'firefox' : 'chrome',
    executablePath: found.executablePath,
    env: { ...process.env, ...found.environment },
    userDataDir,
    ...optionsFor[kind],
  });
  return {
    browser,
    kind,
    close: async () => {
      await browser.close();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** By its address: Firefox does not tell a request's type. */
export function isScript(request: HTTPRequest): boolean {
  return new URL(request.url()).pathname.endsWith('.js');
}

/** Lets the requests that `isMeant` through when `open` resolves: after a while, or once something has happened. */
export async function holdBack(
  page: Page,
  isMeant: (request: HTTPRequest) => boolean,
  open: () => Promise<unknown>,
): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const pass = () => void request.continue().catch(() => {});
    if (isMeant(request)) open().then(pass);
    else pass();
  });
}

export type VisitOptions = {
  readonly url: string;
  readonly path?: string;
  readonly width?: number;
  /** Chromium alone can be without. */
  readonly javaScript?: boolean;
  /** Act as soon as the document is parsed, before React may have taken it over. */
  readonly atOnce?: boolean;
  /** Trouble that this visit provokes on purpose. */
  readonly expected?: readonly RegExp[];
  /** Done before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
};

/** Has the page remember that React took it over (`client/document/handover.ts`); before it is opened. */
export async function watchTakeOver(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    addEventListener('hydrated', () => Object.assign(window, { isTakenOver: true }));
  });
}

export function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isTakenOver' in window);
}

/** Resolves in the task after the next frame: what React does after hydration is done by then. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Resolves when React has taken the page over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isTakenOver' in window);
}

/** Resolves when the headings' face is there: the fallback beside it is of the system. */
export async function faceLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Headings'));
}

/** Why a request failed that was given up by the page itself. */
const aborted: Record<BrowserKind, string> = { chromium: 'net::ERR_ABORTED', firefox: 'NS_BINDING_ABORTED' };

/** Firefox counts among the page's errors that a navigation has stopped the loading of a font: NS_BINDING_ABORTED. */
const fontStopped = /^uncaught: Error: downloadable font: download failed .* status=2152398850 /;

/**
 * One visitor with a browser profile of its own. Whatever the page complains about fails the test: console errors and
 * warnings, uncaught errors, breaches of the security policy, failed requests, requests to other sites.
 */
export async function visit(
  { browser, kind }: TestBrowser,
  options: VisitOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const { url, path: first = '/', width = 1440, javaScript = true, atOnce = false, expected = [] } = options;
  const context = await browser.createBrowserContext();
  const troubles: string[] = [];
  const complain = (trouble: string) => {
    if (![fontStopped, ...expected].some((pattern) => pattern.test(trouble))) troubles.push(trouble);
  };
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => {
      if (['error', 'warn', 'assert'].includes(message.type()))
        complain(`console ${message.type()}: ${message.text()} (${message.location().url ?? ''})`);
    });
    page.on('pageerror', (error) => complain(`uncaught: ${error instanceof Error ? error.stack : String(error)}`));
    page.on('requestfailed', (request) => {
      // A navigation takes the place of what the page before was still loading; scripts that are off are not loaded.
      const reason = request.failure()?.errorText;
      const isWithheld = !javaScript && reason === 'csp' && isScript(request);
      if (reason !== aborted[kind] && !isWithheld) complain(`request failed: ${request.url()} ${reason}`);
    });
    page.on('request', (request) => {
      const address = request.url();
      if (!address.startsWith(`${url}/`) && !address.startsWith('data:')) complain(`foreign request: ${address}`);
    });
    await page.evaluateOnNewDocument(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    });
    await watchTakeOver(page);
    await page.setViewport({ width, height: 900 });
    if (!javaScript) await page.setJavaScriptEnabled(false);
    await options.prepare?.(page);
    await page.goto(url + first, { waitUntil: atOnce ? 'domcontentloaded' : 'load' });
    if (javaScript && !atOnce) await hydrated(page);
    await act(page);
  } finally {
    await context.close();
  }
  if (troubles.length > 0) throw new Error(`The page complained:\n${troubles.join('\n')}`);
}
