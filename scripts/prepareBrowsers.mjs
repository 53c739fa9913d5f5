// Finds or installs a Chromium and, where it is asked for and possible, a Firefox for the browser tests. Plain JavaScript, like
// `scripts/prepare.mjs`, which calls it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The browsers found, for `test/helpers/browser/browser.ts`: JSON `{chromium, firefox}`, each `{executablePath, environment}`;
 * Firefox may be null.
 */
const foundFile = path.resolve('.cache/test-browser.json');
/** Of @sparticuz/chromium: a Chromium from npm, with the libraries and fonts that a bare machine lacks. */
const packagedVersion = '153.0.0';

const chromium = {
  kind: 'chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
  debianPackages: ['chromium', 'fonts-liberation'],
};
const firefox = { kind: 'firefox', names: ['firefox-esr', 'firefox'], debianPackages: ['firefox-esr'] };

const ownNode = existsSync('node_modules/.bin/node') ? 'node_modules/.bin/node' : process.execPath;

/** Whether the browser shows a page as the tests open it. A version check would pass even without fonts. */
function showsText({ kind }, browser) {
  if (!existsSync(browser.executablePath)) return false;
  try {
    execFileSync(ownNode, ['test/helpers/browser/showText.ts', kind, JSON.stringify(browser)], {
      stdio: 'ignore',
      timeout: 60_000,
    });
    return true;
  } catch {
    return false;
  }
}

function onSystem(wanted) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter))
    for (const name of wanted.names) {
      const browser = { executablePath: path.join(folder, name), environment: {} };
      if (showsText(wanted, browser)) return browser;
    }
  return undefined;
}

/** The Chromium from npm, unpacked once; only for x64. */
function chromiumFromNpm({ run, installInto, say }) {
  if (process.arch !== 'x64' || process.platform !== 'linux') return undefined;
  const home = path.resolve('.cache/chromium');
  const inflated = path.join(home, packagedVersion);
  const browser = {
    executablePath: path.join(inflated, 'chromium'),
    environment: { LD_LIBRARY_PATH: path.join(inflated, 'al2023/lib'), FONTCONFIG_PATH: path.join(inflated, 'fonts') },
  };
  if (showsText(chromium, browser)) return browser;
  say(`No Chromium on this machine: taking @sparticuz/chromium@${packagedVersion} from npm ...`);
  try {
    installInto(home, `@sparticuz/chromium@${packagedVersion}`);
    const draft = path.join(home, 'draft');
    mkdirSync(draft);
    const library = path.join(home, 'node_modules/@sparticuz/chromium');
    const inflate = `
      import chromium, { inflate } from ${JSON.stringify(path.join(library, 'build/index.js'))};
      await chromium.executablePath();
      await inflate(${JSON.stringify(path.join(library, 'bin/al2023.tar.br'))});`;
    // It unpacks into TMPDIR. In a shared folder, another user could have placed files of the same names.
    run(ownNode, ['--input-type=module', '-e', inflate], { ...process.env, TMPDIR: draft });
    // The package's fonts.conf names the font folder of a cloud function.
    const fonts = path.join(inflated, 'fonts');
    writeFileSync(
      path.join(draft, 'fonts/fonts.conf'),
      `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`,
    );
    renameSync(draft, inflated);
    rmSync(path.join(home, 'node_modules'), { recursive: true, force: true });
  } catch (error) {
    say(`That failed: ${error instanceof Error ? error.message : error}`);
  }
  return showsText(chromium, browser) ? browser : undefined;
}

function fromDebian(wanted, { run, say }) {
  if (process.getuid?.() !== 0) return undefined;
  say(`Installing ${wanted.debianPackages.join(' and ')} with apt-get ...`);
  try {
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...wanted.debianPackages]);
  } catch (error) {
    say(`That failed: ${error instanceof Error ? error.message : error}`);
  }
  return onSystem(wanted);
}

function demandedChromium() {
  const executablePath = process.env.PUPPETEER_EXECUTABLE_PATH;
  if (!executablePath) return undefined;
  const browser = { executablePath, environment: {} };
  if (!showsText(chromium, browser)) throw new Error(`PUPPETEER_EXECUTABLE_PATH: ${executablePath} shows no page`);
  return browser;
}

/**
 * Finds or installs a Chromium, and a Firefox if `isAll`; without a Firefox its tests are skipped. `tools`: `run(command,
 * arguments, environment?)` and `installInto(folder, package)` throw if they fail; `say(text)` prints a message.
 */
export function prepareBrowsers(tools, isAll) {
  const found = {
    chromium: demandedChromium() ?? onSystem(chromium) ?? chromiumFromNpm(tools) ?? fromDebian(chromium, tools),
    firefox: (isAll && (onSystem(firefox) ?? fromDebian(firefox, tools))) || null,
  };
  if (!found.chromium)
    throw new Error('No Chromium was found or could be fetched. Install one, or name it in PUPPETEER_EXECUTABLE_PATH.');
  if (isAll && !found.firefox) tools.say('No Firefox was found or could be fetched: its tests are skipped.');
  mkdirSync(path.dirname(foundFile), { recursive: true });
  writeFileSync(foundFile, JSON.stringify(found));
}
