import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type HTTPRequest, type LaunchOptions, type Page } from 'puppeteer';

export type BrowserKind = 'chromium' | 'firefox';
export type FoundBrowser = { readonly executablePath: string; readonly environment: Record<string, string> };

const foundFile = path.resolve(import.meta.dirname, '../../../node_modules/.cache/test-browser.json');

/** The browsers that `scripts/prepareBrowser.mjs` found on this machine; it may lack Firefox. */
export function foundBrowsers(): { readonly chromium: FoundBrowser; readonly firefox: FoundBrowser | null } {
  return JSON.parse(readFileSync(foundFile, 'utf8'));
}

export type TestBrowser = {
  readonly browser: Browser;
  readonly kind: BrowserKind;
  readonly close: () => Promise<void>;
};

// Browsers treat http://localhost as secure; under another name a page without https is insecure.
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

/** Opens a browser. `found` replaces the browser in the list of found ones. */
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

/** Whether a request is for a script, by its URL: in Firefox Puppeteer does not know a request's type. */
export function isScript(request: HTTPRequest): boolean {
  return new URL(request.url()).pathname.endsWith('.js');
}

/** Holds back each request for which `isMeant` is true until `open` resolves. */
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
  /** False only works in Chromium. */
  readonly javaScript?: boolean;
  /** Act as soon as the document is parsed; hydration may not have happened yet. */
  readonly atOnce?: boolean;
  /** Errors that this visit causes on purpose. */
  readonly expected?: readonly RegExp[];
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
};

/** Makes a page that is opened later record its `hydrated` event (`client/document/handover.ts`). */
export async function watchHydration(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    addEventListener('hydrated', () => Object.assign(window, { isHydrated: true }));
  });
}

export function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isHydrated' in window);
}

/** Resolves in the task after the next frame. By then React has finished its work after hydration. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isHydrated' in window);
}

/** Resolves when the font face of the headings is registered. Its fallback is a system font. */
export async function faceLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Headings'));
}

/** The error text of a request that the page itself aborted. */
const aborted: Record<BrowserKind, string> = { chromium: 'net::ERR_ABORTED', firefox: 'NS_BINDING_ABORTED' };

/** In Firefox a font download that a navigation aborts (NS_BINDING_ABORTED) is a page error. */
const fontStopped = /^uncaught: Error: downloadable font: download failed .* status=2152398850 /;

/**
 * A visit with a new browser profile. Fails on console errors and warnings, uncaught errors, violations of the
 * Content-Security-Policy, failed requests and requests to other sites.
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
      // A navigation aborts the loads of the previous page. Without JavaScript, scripts are not loaded.
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
    await watchHydration(page);
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
