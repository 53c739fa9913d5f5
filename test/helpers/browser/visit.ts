import { afterAll, describe } from '@jest/globals';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { longWait } from '../../../shared/waits.ts';
import { hang } from '../hang.ts';
import { sharedBrowser } from '../run/shared.ts';
import { isLong } from '../run/tier.ts';
import { secretIn } from '../store/stored.ts';
import { cheapChallenge } from '../visitor/proof.ts';
import { type BrowserKind, foundBrowsers, holdBack, hydrated, isScript, watchHydration } from './browser.ts';
import type { Face } from './faces.ts';
import { until } from './page.ts';

const connections = new Map<string, Promise<Browser>>();

afterAll(async () => {
  for (const connecting of connections.values()) await (await connecting.catch(() => undefined))?.disconnect();
});

/** Connects to this worker's browser. The connection ends after the file's last test. */
function connect(kind: BrowserKind, face: Face): Promise<Browser> {
  const name = `${kind} ${face}`;
  const connection =
    connections.get(name) ??
    sharedBrowser(kind, face).then((browserWSEndpoint) =>
      puppeteer.connect({
        browserWSEndpoint,
        ...(kind === 'firefox' && { protocol: 'webDriverBiDi' }),
        defaultViewport: null,
        protocolTimeout: hang,
      }),
    );
  connections.set(name, connection);
  return connection;
}

export type VisitOptions = {
  /** By default Chromium. */
  readonly kind?: BrowserKind;
  /** The visitor's system font. */
  readonly face?: Face;
  readonly url: string;
  readonly path?: string;
  readonly width?: number;
  /** False: the page runs no JavaScript, which only Chromium can do. The default is true. */
  readonly javaScript?: boolean;
  /** The visitor prefers reduced motion. */
  readonly still?: boolean;
  /** True: `act` begins when the document is parsed, perhaps before hydration. Otherwise `act` begins after hydration. */
  readonly atOnce?: boolean;
  /** Patterns of errors that this visit causes on purpose. The visit does not fail on them. */
  readonly expected?: readonly RegExp[];
  /** The site's data directory, to sign challenges without work with the site's secret. Empty or undefined: a proof takes about a second. */
  readonly cheapProofsOf?: string;
  /** The page's waits of these lengths (ms) last until `endWaits` is called. By default these are the `deadlines`. */
  readonly held?: readonly number[];
  /** The page's waits of these lengths (ms) end at once. */
  readonly hurried?: readonly number[];
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
};

/**
 * The lengths, in milliseconds, of the page's waits that could end too early on a slow machine. Toasts last 6 or 12 s. After
 * `longWait`, the page says that loading takes long. An order waits 10 s for its proof of work, and hCaptcha's script gets 15 s.
 */
export const deadlines: readonly number[] = [6_000, longWait, 10_000, 12_000, 15_000, 30_000];

/**
 * Replaces `setTimeout` in the documents that the page opens later. A wait whose length (ms) is in `held` lasts until `endWaits`
 * is called; a wait whose length is in `hurried` ends at once. `AbortSignal.timeout` never aborts a request.
 */
async function controlTimers(page: Page, held: readonly number[], hurried: readonly number[]): Promise<void> {
  await page.evaluateOnNewDocument(
    (lasting, passing) => {
      const { setTimeout, clearTimeout } = globalThis;
      const waits = new Map<number, { readonly time: number; readonly act: () => void }>();
      Object.assign(globalThis, {
        setTimeout: (act: () => void, time?: number): number => {
          const isHeld = time !== undefined && lasting.includes(time);
          const isHurried = time !== undefined && passing.includes(time);
          // The real timer of a held wait does nothing. Only its number is used, as the key in `waits`.
          const timer = Number(setTimeout(isHeld ? () => {} : act, isHurried ? 0 : time));
          if (isHeld) waits.set(timer, { time, act });
          return timer;
        },
        clearTimeout: (timer: number) => {
          waits.delete(timer);
          clearTimeout(timer);
        },
        endWaits: (ended: number) => {
          const ending = [...waits].filter(([, { time }]) => time === ended);
          for (const [timer, { act }] of ending) {
            waits.delete(timer);
            act();
          }
          return ending.length > 0;
        },
      });
      AbortSignal.timeout = () => new AbortController().signal;
    },
    [...held],
    [...hurried],
  );
}

/** Makes proofs of work take no time in the documents that the page opens later. Each document can make three such proofs. */
async function makeProofsCheap(page: Page, dataDirectory: string): Promise<void> {
  const secret = secretIn(dataDirectory);
  const challenges = await Promise.all([1, 2, 3].map(() => cheapChallenge(secret)));
  await page.evaluateOnNewDocument(
    (path, left) => {
      const { fetch } = globalThis;
      globalThis.fetch = async (...given) => {
        const answer = await fetch(...given);
        if (given[0] !== path || !answer.ok) return answer;
        // Browsers record a request's timing only when its body is read. `readyToSubmit` (orderDialog.ts) waits for this record.
        await answer.text();
        return Response.json(left.length > 1 ? left.shift() : left[0]);
      };
    },
    endpoints.captchaChallenge,
    challenges,
  );
}

/** The error text of a request that the page or a navigation aborted. */
const aborted: Record<BrowserKind, string> = { chromium: 'net::ERR_ABORTED', firefox: 'NS_BINDING_ABORTED' };

/** If a navigation aborts the download of a font, Firefox reports this error (NS_BINDING_ABORTED) of the page. Visits ignore it. */
const fontStopped = /^uncaught: Error: downloadable font: download failed .* status=2152398850 /;

/**
 * Opens a page with a new browser profile, and calls `act`. Fails on console errors and warnings, uncaught errors, violations
 * of the Content-Security-Policy, failed requests and requests to other sites.
 */
export async function visit(options: VisitOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const { kind = 'chromium', face = 'usual', url, path: first = '/', width = 1440 } = options;
  const { javaScript = true, still = false, atOnce = false, expected = [], held = deadlines, hurried = [] } = options;
  const browser = await connect(kind, face);
  const context = await browser.createBrowserContext();
  const troubles: string[] = [];
  const complain = (trouble: string) => {
    if (![fontStopped, ...expected].some((pattern) => pattern.test(trouble))) troubles.push(trouble);
  };
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(hang);
    page.on('console', (message) => {
      if (['error', 'warn', 'assert'].includes(message.type()))
        complain(`console ${message.type()}: ${message.text()} (${message.location().url ?? ''})`);
    });
    page.on('pageerror', (error) => complain(`uncaught: ${error instanceof Error ? error.stack : String(error)}`));
    page.on('requestfailed', (request) => {
      // Two failures are no faults: a navigation aborts requests of the page before, and without JavaScript scripts are not loaded.
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
    await controlTimers(page, held, hurried);
    await page.setViewport({ width, height: 900 });
    if (!javaScript) await page.setJavaScriptEnabled(false);
    if (still) await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await options.prepare?.(page);
    if (options.cheapProofsOf) await makeProofsCheap(page, options.cheapProofsOf);
    await page.goto(url + first, { waitUntil: atOnce ? 'domcontentloaded' : 'load' });
    if (javaScript && !atOnce) await hydrated(page);
    await act(page);
  } catch (error) {
    // What the page complained of may be the cause.
    if (error instanceof Error && troubles.length > 0)
      error.message += `\nThe page complained:\n${troubles.join('\n')}`;
    throw error;
  } finally {
    await context.close();
  }
  if (troubles.length > 0) throw new Error(`The page complained:\n${troubles.join('\n')}`);
}

/** A visit whose scripts are held back until `act` calls `release`. The promise of `release` resolves when the page is hydrated. */
export function visitBeforeScripts(
  options: VisitOptions,
  act: (page: Page, release: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const gate = Promise.withResolvers<void>();
  const prepare = async (page: Page) => {
    await options.prepare?.(page);
    await holdBack(page, isScript, () => gate.promise);
  };
  return visit({ ...options, atOnce: true, prepare }, (page) =>
    act(page, () => {
      gate.resolve();
      return hydrated(page);
    }),
  );
}

/** Ends the page's waits that last `time` milliseconds. If none has begun, this first waits for one to begin. */
export async function endWaits(page: Page, time: number): Promise<void> {
  await until(page, `endWaits(${time})`);
}

/** Makes the page say now that loading or sending takes long. If the page is not yet waiting to say this, first waits for that. */
export function endLongWaits(page: Page): Promise<void> {
  return endWaits(page, longWait);
}

/** Declares tests that run in Chromium, and in `npm run test:all` also in Firefox. Skips the tests of a missing browser. */
export function inEachBrowser(declareTests: (kind: BrowserKind) => void): void {
  for (const kind of isLong ? (['chromium', 'firefox'] as const) : (['chromium'] as const)) {
    const isThere = foundBrowsers()[kind] !== null;
    const title = `in ${kind}${isThere ? '' : ', which this machine lacks'}`;
    (isThere ? describe : describe.skip)(title, () => declareTests(kind));
  }
}
