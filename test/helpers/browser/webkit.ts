import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../site/freePort.ts';

function onPath(program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

/** WebKitGTK's small browser, from Debian's `libwebkit2gtk`. */
function findMiniBrowser(): string | undefined {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .flatMap((folder) => ['4.1', '4.0'].map((version) => `${libraries}/${folder}/webkit2gtk-${version}/MiniBrowser`))
    .find((program) => existsSync(program));
}

const miniBrowser = findMiniBrowser();

/** Whether this machine has Debian's `webkit2gtk-driver` and `xvfb`. */
export const hasWebKit = miniBrowser !== undefined && ['WebKitWebDriver', 'xvfb-run'].every(onPath);

/** A page in WebKit. Selectors are CSS; each action waits until it is possible. */
export type WebKitPage = {
  readonly open: (address: string) => Promise<void>;
  readonly click: (selector: string) => Promise<void>;
  readonly type: (selector: string, text: string) => Promise<void>;
  /** Calls a function in the page. It must not use what is outside it. */
  readonly evaluate: <Value, Values extends readonly unknown[]>(
    call: (...values: Values) => Value,
    ...values: Values
  ) => Promise<Value>;
  /** Calls a function in the page until what it returns is true. */
  readonly until: <Values extends readonly unknown[]>(
    call: (...values: Values) => boolean,
    ...values: Values
  ) => Promise<void>;
  readonly close: () => Promise<void>;
};

const patience = 10_000;
/** The name of an element's reference: https://www.w3.org/TR/webdriver2/#elements */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

async function end(driver: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => driver.once('close', resolve));
  // With the driver, its display and browsers.
  if (driver.pid) process.kill(-driver.pid, 'SIGTERM');
  await ended;
}

/**
 * Opens WebKit by the W3C's WebDriver protocol: https://www.w3.org/TR/webdriver2/. `args`: options of MiniBrowser, such as
 * `--enable-javascript=false`.
 */
export async function openWebKit(...args: readonly string[]): Promise<WebKitPage> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', '-s', '-screen 0 1440x900x24', 'WebKitWebDriver', `--port=${port}`], {
    // A container may neither nest sandboxes nor draw with a graphics card.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
    detached: true,
  });

  async function call<Value>(method: string, address: string, body?: object): Promise<Value> {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { readonly value: Value & { readonly error?: string } };
    if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(value)}`);
    return value;
  }
  /** Tries until it succeeds: the protocol has no events. */
  async function retry<Value>(act: () => Promise<Value>): Promise<Value> {
    const last = Date.now() + patience;
    for (;;)
      try {
        return await act();
      } catch (error) {
        if (Date.now() > last) throw error;
        await pause(20);
      }
  }

  try {
    await retry(() => call('GET', '/status'));
    const capabilities = { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation', ...args] } };
    const { sessionId } = await call<{ readonly sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: capabilities },
    });
    const session = `/session/${sessionId}`;
    await call('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 });
    const find = async (selector: string) => {
      const element = await call<{ readonly [elementKey]: string }>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      });
      return `${session}/element/${element[elementKey]}`;
    };
    const evaluate: WebKitPage['evaluate'] = (evaluated, ...values) =>
      call('POST', `${session}/execute/sync`, { script: `return (${evaluated})(...arguments)`, args: values });
    return {
      open: (address) => call('POST', `${session}/url`, { url: address }),
      click: (selector) => retry(async () => call('POST', `${await find(selector)}/click`, {})),
      type: (selector, text) => retry(async () => call('POST', `${await find(selector)}/value`, { text })),
      evaluate,
      until: (evaluated, ...values) =>
        retry(async () => {
          if (!(await evaluate(evaluated, ...values))) throw new Error(`Not so: ${evaluated} ${values}`);
        }),
      close: async () => {
        await call('DELETE', session).catch(() => {});
        await end(driver);
      },
    };
  } catch (error) {
    await end(driver);
    throw error;
  }
}
