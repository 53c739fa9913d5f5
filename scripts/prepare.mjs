// Installs and builds what a fresh or changed checkout needs; does nothing if nothing changed.
// Plain JavaScript, because it runs under the machine's Node 20 before the project's Node is installed.
//   node scripts/prepare.mjs install          packages only
//   node scripts/prepare.mjs installed        notes that npm has installed them
//   node scripts/prepare.mjs build [test]     packages, then the production build; for tests also browsers and Debian programs
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
process.chdir(root);

function say(text) {
  return console.error(text);
}

/** A hash of the paths and contents of the files and folders. */
function hashOf(names) {
  const hash = createHash('sha256');
  const add = (name) => {
    if (!existsSync(name)) return;
    if (statSync(name).isDirectory()) for (const inner of readdirSync(name).sort()) add(path.join(name, inner));
    else hash.update(name).update('\0').update(readFileSync(name)).update('\0');
  };
  for (const name of names) add(name);
  return hash.digest('hex');
}

/** Whether the file `stamp` says that the work was done for the same inputs. */
function isDone({ stamp, inputs }) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(inputs);
}

function noteDone({ stamp, inputs }) {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hashOf(inputs));
}

// Prints everything to standard error, so that the output of an npm script can be piped.
function run(command, args, environment = process.env) {
  return execFileSync(command, args, { stdio: ['ignore', 2, 2], env: environment });
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  if (cli) run(process.execPath, [cli, ...args]);
  else run('npm', args);
}

// Missing if the registry has no Node for the platform. Then the machine's own Node runs the build (`engines`).
const ownNode = 'node_modules/.bin/node';

const packages = { stamp: 'node_modules/.prepared', inputs: ['package.json', 'package-lock.json'] };

function install() {
  if (isDone(packages)) return;
  say('Installing packages ...');
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
}

/** Called by npm after each install of packages, also one that this program did not ask for. */
function noteInstalled() {
  // npm 9 and 10 remove this link together with the other platform's package, which has the same command.
  const nodePackage = `node-linux-${process.arch}`;
  if (!existsSync(ownNode) && existsSync(`node_modules/${nodePackage}`)) npm('rebuild', nodePackage);
  // Without the development tools, which `npm ci` leaves out where NODE_ENV is production, nothing can be built.
  if (existsSync('node_modules/webpack')) noteDone(packages);
}

const sources = ['webpack.config.ts', 'tsconfig.json', 'client', 'scripts', 'server', 'shared', 'static'];
const production = { stamp: 'dist/.prepared', inputs: ['package-lock.json', ...sources] };

function build() {
  if (isDone(production)) return;
  say('Building ...');
  const node = existsSync(ownNode) ? ownNode : process.execPath;
  run(node, ['node_modules/webpack/bin/webpack.js', '--mode', 'production']);
  noteDone(production);
}

const [task, ...more] = process.argv.slice(2);
if (task === 'installed') noteInstalled();
else install();
if (task === 'build') build();
if (more.includes('test')) {
  const { prepareBrowser } = await import('./prepareBrowser.mjs');
  await prepareBrowser({ run, npm, say });
  const { prepareDebianTools } = await import('./prepareDebianTools.mjs');
  prepareDebianTools({ say });
  const { prepareHtmlChecker } = await import('./prepareHtmlChecker.mjs');
  prepareHtmlChecker({ npm, say });
}
