// Sees to it that the browser tests have a Chromium. Plain JavaScript, like `deploy/prepare.mjs`, which calls it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the browser found is kept: JSON `{executablePath, environment}`, read by `test/harness/browser.ts`. */
const foundFile = path.resolve('node_modules/.cache/test-browser.json');
const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const packaged = '@sparticuz/chromium@153.0.0';

/** Whether it is there and starts: a wrapper without its package, or a missing library, shows here. */
const starts = ({ executablePath, environment }) => {
  try {
    execFileSync(executablePath, ['--version'], {
      stdio: 'ignore',
      timeout: 30_000,
      env: { ...process.env, ...environment },
    });
    return true;
  } catch {
    return false;
  }
};

const onSystem = () => {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter))
    for (const name of systemNames) {
      const browser = { executablePath: path.join(folder, name), environment: {} };
      if (existsSync(browser.executablePath) && starts(browser)) return browser;
    }
  return undefined;
};

const kept = () => {
  try {
    const browser = JSON.parse(readFileSync(foundFile, 'utf8'));
    return starts(browser) ? browser : undefined;
  } catch {
    return undefined;
  }
};

/** A Chromium as an npm package, with the libraries and fonts that a bare machine lacks; there is one for x64 alone. */
const fromNpm = ({ run, npm, say }) => {
  if (process.arch !== 'x64' || process.platform !== 'linux') return undefined;
  const home = path.resolve('node_modules/.cache/chromium');
  const inflated = path.join(home, 'inflated');
  const browser = {
    executablePath: path.join(inflated, 'chromium'),
    environment: { LD_LIBRARY_PATH: path.join(inflated, 'al2023/lib'), FONTCONFIG_PATH: path.join(inflated, 'fonts') },
  };
  say(`No Chromium on this machine: taking ${packaged} from npm ...`);
  try {
    rmSync(home, { recursive: true, force: true });
    // A package.json of its own keeps npm from taking the project's folder for the one to install into.
    const draft = path.join(home, 'draft');
    mkdirSync(draft, { recursive: true });
    writeFileSync(path.join(home, 'package.json'), '{"private":true}');
    npm('install', packaged, '--prefix', home, '--no-save', '--ignore-scripts', '--loglevel=error');
    const library = path.join(home, 'node_modules/@sparticuz/chromium');
    const inflate = `
      import chromium, { inflate } from ${JSON.stringify(path.join(library, 'build/index.js'))};
      await chromium.executablePath();
      await inflate(${JSON.stringify(path.join(library, 'bin/al2023.tar.br'))});`;
    // It unpacks into the temporary folder, where anybody could have put something else under the same name.
    run('node_modules/.bin/node', ['--input-type=module', '-e', inflate], { ...process.env, TMPDIR: draft });
    renameSync(draft, inflated);
    rmSync(path.join(home, 'node_modules'), { recursive: true, force: true });
  } catch (error) {
    say(`That failed: ${error instanceof Error ? error.message : error}`);
  }
  return starts(browser) ? browser : undefined;
};

const fromDebian = ({ run, say }) => {
  if (process.getuid?.() !== 0) return undefined;
  say('Installing Chromium with apt-get ...');
  try {
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium']);
  } catch (error) {
    say(`That failed: ${error instanceof Error ? error.message : error}`);
  }
  return onSystem();
};

const demanded = () => {
  const executablePath = process.env.PUPPETEER_EXECUTABLE_PATH;
  if (!executablePath) return undefined;
  const browser = { executablePath, environment: {} };
  if (!starts(browser)) throw new Error(`PUPPETEER_EXECUTABLE_PATH: ${executablePath} does not start`);
  return browser;
};

/**
 * Finds a Chromium, or fetches one. `run(command, arguments, environment?)` and `npm(...arguments)` run a command and
 * throw when it fails; `say(text)` tells the user.
 */
export const prepareBrowser = ({ run, npm, say }) => {
  const tools = { run, npm, say };
  const browser = demanded() ?? onSystem() ?? kept() ?? fromNpm(tools) ?? fromDebian(tools);
  if (!browser)
    throw new Error('No Chromium was found or could be fetched. Install one, or name it in PUPPETEER_EXECUTABLE_PATH.');
  mkdirSync(path.dirname(foundFile), { recursive: true });
  writeFileSync(foundFile, JSON.stringify(browser));
};
