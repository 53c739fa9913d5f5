// Installs and builds what a fresh or changed checkout needs; does nothing if nothing changed.
// Plain JavaScript, because it runs under the machine's Node 20 before the project's Node is installed.
//   node scripts/prepare.mjs install          packages only
//   node scripts/prepare.mjs installed        notes that npm has installed them
//   node scripts/prepare.mjs build            packages, then the production build
//   node scripts/prepare.mjs build test       that, and what `npm test` needs: a Chromium and Debian's PostgreSQL
//   node scripts/prepare.mjs build test all   that, and what `npm run test:all` needs: Firefox, Debian's other programs, the HTML checker
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf, isStamped, writeStamp } from './stamps.mjs';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
process.chdir(root);

function say(text) {
  return console.error(text);
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

/** Installs a package alone into a new folder, without running its scripts. */
function installInto(folder, name) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Without this package.json, npm would install into the project's folder.
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  npm('install', name, '--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error');
}

// Missing if the registry has no Node for the platform. Then the machine's own Node runs the build (`engines`).
const ownNode = 'node_modules/.bin/node';

const installed = 'node_modules/.prepared';

function hashOfPackages() {
  return hashOf(['package.json', 'package-lock.json']);
}

function install() {
  if (isStamped(installed, hashOfPackages())) return;
  say('Installing packages ...');
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
}

/** Called by npm after each install of packages, also one that this program did not ask for. */
function noteInstalled() {
  // npm 9 and 10 remove this link together with the other platform's package, which has the same command.
  const nodePackage = `node-linux-${process.arch}`;
  if (!existsSync(ownNode) && existsSync(`node_modules/${nodePackage}`)) npm('rebuild', nodePackage);
  // Without the development tools, which `npm ci` leaves out where NODE_ENV is production, nothing can be built.
  if (existsSync('node_modules/webpack')) writeStamp(installed, hashOfPackages());
}

function build() {
  const sources = ['webpack.config.ts', 'tsconfig.json', 'client', 'scripts', 'server', 'shared', 'static'];
  const wanted = hashOf(['package-lock.json', ...sources]);
  if (isStamped('dist/.prepared', wanted)) return;
  say('Building ...');
  const node = existsSync(ownNode) ? ownNode : process.execPath;
  run(node, ['scripts/build.ts']);
  writeStamp('dist/.prepared', wanted);
}

const [task, ...more] = process.argv.slice(2);
if (task === 'installed') noteInstalled();
else install();
if (task === 'build' && !more.includes('test')) build();
if (more.includes('test')) {
  const isAll = more.includes('all');
  // Beside the build: what follows mostly downloads and unpacks.
  const building = once(spawn(process.execPath, ['scripts/prepare.mjs', task], { stdio: ['ignore', 2, 2] }), 'exit');
  const { prepareBrowsers } = await import('./prepareBrowsers.mjs');
  prepareBrowsers({ run, installInto, say }, isAll);
  const { prepareDebianTools } = await import('./prepareDebianTools.mjs');
  prepareDebianTools(say, isAll);
  if (isAll) {
    const { prepareHtmlChecker } = await import('./prepareHtmlChecker.mjs');
    prepareHtmlChecker({ installInto, say });
  }
  const [status] = await building;
  if (status !== 0) process.exit(status ?? 1);
}
