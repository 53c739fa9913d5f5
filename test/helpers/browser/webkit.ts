import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { Builder, By, Capabilities, type WebDriver } from 'selenium-webdriver';
import { logEvents } from '../../../server/lib/logEvents.ts';
import { hang } from '../hang.ts';
import { startProxy } from '../network/proxy.ts';
import { newKeptFolder } from '../run/keptFolder.ts';
import { newArrivals } from '../site/arrivals.ts';
import { freePort } from '../site/freePort.ts';
import type { Site } from '../site/site.ts';
import { foundTools } from '../tools/debianTool.ts';
import { fontEnvironment } from './faces.ts';

/**
 * Starts WebKitGTK's driver and a virtual screen, which end with this process or by `stop`. Puppeteer cannot drive WebKitGTK,
 * because that has no WebDriver BiDi.
 */
export async function startWebKit({ webkit = '', xvfb = '' } = foundTools()) {
  const { folder, remove } = newKeptFolder(userInfo(), { prefix: 'webkit-', signal: 'KILL' });
  const cwd = path.join(folder, 'home');
  // The minimum widths of the toolbar would keep the window wider than a phone.
  mkdirSync(path.join(cwd, 'gtk-3.0'), { recursive: true });
  writeFileSync(path.join(cwd, 'gtk-3.0/gtk.css'), '* { min-width: 0; }');
  const displays = newArrivals<string>(() => xvfb);
  // 80 pixels of the height are for the window's toolbar.
  const parameters = ['-displayfd', '1', '-screen', '0', '1440x980x24', '-noreset'];
  const { stdout } = spawn(xvfb, parameters, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  createInterface(stdout)
    .on('line', displays.add)
    .on('close', () => displays.fail('Xvfb has ended'));
  const env = {
    ...process.env,
    ...fontEnvironment('usual'),
    DISPLAY: `:${await displays.waitFor(() => true)}`,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: cwd,
    XDG_CACHE_HOME: cwd,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    // The sandbox needs namespaces, which containers refuse.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  const port = await freePort();
  const driver = spawn(webkit, ['--host=127.0.0.1', `--port=${port}`], { cwd, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const answers = () => fetch(`${url}/status`).then(Boolean, () => false);
  for (const end = Date.now() + hang; !(await answers()); await setTimeout(50))
    if (driver.exitCode !== null || Date.now() > end) throw new Error(`${webkit} does not answer`);
  return { url, stop: remove };
}

/** Opens a window with an empty profile. `features`: what to switch on or off in WebKit, such as `-CSSAnchorPositioning`. */
export async function openWebKit(url: string, features = ''): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { args: ['--automation', ...(features ? [`--features=${features}`] : [])] },
  });
  // A page whose scripts are held back does not finish loading, so the driver must not wait for that.
  capabilities.setPageLoadStrategy('none');
  return await new Builder().disableEnvironmentOverrides().usingServer(url).withCapabilities(capabilities).build();
}

/** The methods of Puppeteer's `Page` by which page objects look at a page. The other methods are missing. */
function pageIn(driver: WebDriver): Page {
  const evaluate = (act: unknown, ...given: readonly unknown[]) =>
    // The driver cannot return `window`, which some of the page objects' scripts return.
    driver.executeScript(`const result = (${act})(...arguments); return result === window ? null : result`, ...given);
  const evaluateOn =
    (found: string) =>
    (selector: string, act: unknown, ...given: readonly unknown[]) =>
      evaluate(`(selector, ...given) => (${act})(${found}, ...given)`, selector, ...given);
  const waitForFunction = (condition: unknown, _options: unknown, ...given: readonly unknown[]) =>
    driver.wait(() => evaluate(condition, ...given), hang, `This never came true: ${condition} ${given}`, 50);
  return {
    evaluate,
    $eval: evaluateOn('document.querySelector(selector)'),
    $$eval: evaluateOn('[...document.querySelectorAll(selector)]'),
    waitForFunction,
    waitForSelector: (selector: string) => waitForFunction('(one) => !!document.querySelector(one)', {}, selector),
  } as unknown as Page;
}

export type WebKitVisitor = ReturnType<typeof visitorAt>;

function visitorAt(driver: WebDriver, sendScripts: () => void) {
  const page = pageIn(driver);
  /** Waits for the element, and clicks it with the mouse. Fails if another element covers it. */
  const click = async (selector: string): Promise<void> => {
    await page.waitForSelector(selector);
    const element = await driver.findElement(By.css(selector));
    // Otherwise the page's header could cover the element.
    await driver.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element);
    await element.click();
  };
  /** Presses a key, or types a text, in the focused element. */
  const press = (keys: string): Promise<void> => driver.actions().sendKeys(keys).perform();
  return {
    page,
    driver,
    click,
    press,
    /** Clicks a field, and types a text after the field's old text. */
    type: async (selector: string, text: string): Promise<void> => {
      await click(selector);
      await press(text);
    },
    resize: async (width: number): Promise<void> => {
      // Without a window manager, the window below the pointer has the focus. The pointer is in the middle of the screen.
      await driver
        .manage()
        .window()
        .setRect({ x: (1440 - width) / 2, y: 0, width, height: 900 });
      await page.waitForFunction((wanted) => Math.abs(innerWidth - wanted) <= 1, {}, width);
    },
    /** Lets the scripts arrive. Resolves when the page is hydrated. */
    release: async (): Promise<void> => {
      sendScripts();
      await page.waitForFunction(() => 'isHydrated' in window);
    },
  };
}

export type WebKitVisitOptions = {
  readonly path?: string;
  readonly width?: number;
  readonly features?: string;
  /** True: `act` begins before the scripts arrive, and calls `release`. Otherwise `act` begins after hydration. */
  readonly beforeScripts?: boolean;
  /** Errors that the visit causes on purpose. */
  readonly expected?: RegExp;
};

function isScript(file: string): boolean {
  return file.endsWith('.js');
}

/** Opens a page of the site in a new window, and calls `act`. Fails on uncaught errors and violations of the policy. */
export async function visitWebKit(
  webkit: string,
  site: Pick<Site, 'port' | 'log'>,
  { path: first = '/', width = 1440, features, beforeScripts = false, expected = /^$/ }: WebKitVisitOptions,
  act: (visitor: WebKitVisitor) => Promise<void>,
): Promise<void> {
  const gate = Promise.withResolvers<void>();
  const asked = newArrivals<string>(() => `no script of ${first} was requested`);
  const hold = (file: string) => {
    asked.add(file);
    return isScript(file) ? gate.promise : undefined;
  };
  // WebDriver can neither hold back requests nor run a script before those of the page. This proxy makes both possible.
  const proxy = await startProxy(site, { hold });
  const known = site.log.length;
  const driver = await openWebKit(webkit, features);
  try {
    const visitor = visitorAt(driver, gate.resolve);
    const { page } = visitor;
    await visitor.resize(width);
    await driver.get(proxy.url + first);
    // The page is in a process of its own. A command that the driver sends to the process before never ends.
    await asked.waitFor(isScript);
    await page.waitForFunction(() => document.readyState !== 'loading');
    await page.evaluate(() => {
      const troubles: string[] = [];
      Object.assign(window, { troubles });
      addEventListener('hydrated', () => Object.assign(window, { isHydrated: true }));
      addEventListener('error', ({ message }) => troubles.push(message));
      addEventListener('unhandledrejection', ({ reason }) => troubles.push(`rejected: ${reason}`));
      addEventListener('securitypolicyviolation', ({ blockedURI }) => troubles.push(`policy violated: ${blockedURI}`));
    });
    if (!beforeScripts) await visitor.release();
    await act(visitor);
    const troubles = (await page.evaluate('() => window.troubles ?? []')) as string[];
    // The page that is open now may be a later one. Each page reports its errors to the site.
    for (const { event, message } of site.log.slice(known))
      if (event === logEvents.clientError) troubles.push(`reported: ${message}`);
    const unexpected = troubles.filter((trouble) => !expected.test(trouble));
    if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`);
  } finally {
    await driver.quit();
    await proxy.stop();
  }
}
