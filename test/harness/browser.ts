import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer';

const found = path.resolve(import.meta.dirname, '../../node_modules/.cache/test-browser.json');

export type TestBrowser = { readonly browser: Browser; readonly close: () => Promise<void> };

/** Starts the Chromium that `test/prepareBrowser.mjs` found. */
export const openBrowser = async (): Promise<TestBrowser> => {
  const { executablePath, environment } = JSON.parse(readFileSync(found, 'utf8')) as {
    executablePath: string;
    environment: Record<string, string>;
  };
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'browser-'));
  const browser = await puppeteer.launch({
    executablePath,
    env: { ...process.env, ...environment },
    userDataDir,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A name that is not localhost: there browsers think a page without https insecure.
      '--host-resolver-rules=MAP site.test 127.0.0.1',
    ],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};

/** Lets the requests that `isMeant` through when `open` resolves: after a while, or once something has happened. */
export const holdBack = async (
  page: Page,
  isMeant: (request: HTTPRequest) => boolean,
  open: () => Promise<unknown>,
): Promise<void> => {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const pass = () => void request.continue().catch(() => {});
    if (isMeant(request)) open().then(pass);
    else pass();
  });
};

export type VisitOptions = {
  readonly url: string;
  readonly path?: string;
  readonly width?: number;
  readonly javaScript?: boolean;
  /** Act as soon as the document is parsed, before React may have taken it over. */
  readonly atOnce?: boolean;
  /** Trouble that this visit provokes on purpose. */
  readonly expected?: readonly RegExp[];
  /** Done before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
};

/** Resolves when React has taken the page over: the menu button tells its state from then on. */
export const hydrated = async (page: Page): Promise<void> => {
  await page.waitForSelector('button[aria-controls="mobile-menu"][aria-expanded]');
};

/** Resolves when the headings' face is there: the fallback beside it is of the system. */
export const faceLoaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Headings'));
};

/**
 * One visitor with a browser profile of its own. Whatever the page complains about fails the test: console errors and
 * warnings, uncaught errors, breaches of the security policy, failed requests, requests to other sites.
 */
export const visit = async (
  { browser }: TestBrowser,
  options: VisitOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> => {
  const { url, path: first = '/', width = 1440, javaScript = true, atOnce = false, expected = [] } = options;
  const context = await browser.createBrowserContext();
  const troubles: string[] = [];
  const complain = (trouble: string) => {
    if (!expected.some((pattern) => pattern.test(trouble))) troubles.push(trouble);
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
      const isWithheld = !javaScript && reason === 'csp' && request.resourceType() === 'script';
      if (reason !== 'net::ERR_ABORTED' && !isWithheld) complain(`request failed: ${request.url()} ${reason}`);
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
    await page.setViewport({ width, height: 900 });
    await page.setJavaScriptEnabled(javaScript);
    await options.prepare?.(page);
    await page.goto(url + first, { waitUntil: atOnce ? 'domcontentloaded' : 'load' });
    if (javaScript && !atOnce) await hydrated(page);
    await act(page);
  } finally {
    await context.close();
  }
  if (troubles.length > 0) throw new Error(`The page complained:\n${troubles.join('\n')}`);
};
