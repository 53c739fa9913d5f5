// Installs and builds what a fresh or changed checkout needs; does nothing if nothing changed.
// Plain JavaScript, because it runs under the machine's Node 20 before the project's Node is installed.
//   node scripts/prepare.mjs install          packages only
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

/** Calls `work` unless the file `stamp` says that it ran for the same inputs. */
function once(stamp, inputs, work) {
  const wanted = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
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

function install() {
  return once('node_modules/.prepared', ['package.json', 'package-lock.json'], () => {
    say('Installing packages ...');
    npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
    // Debian's npm 9 removes this link together with the other platform's package, which has the same command.
    const nodePackage = `node-linux-${process.arch}`;
    if (!existsSync(ownNode) && existsSync(`node_modules/${nodePackage}`)) npm('rebuild', nodePackage);
  });
}

function build() {
  return once(
    'dist/.prepared',
    ['package-lock.json', 'webpack.config.ts', 'tsconfig.json', 'client', 'scripts', 'server', 'shared', 'static'],
    () => {
      say('Building ...');
      run(existsSync(ownNode) ? ownNode : process.execPath, [
        'node_modules/webpack/bin/webpack.js',
        '--mode',
        'production',
      ]);
    },
  );
}

const [task, ...more] = process.argv.slice(2);
install();
if (task === 'build') build();
if (more.includes('test')) {
  const { prepareBrowser } = await import('./prepareBrowser.mjs');
  await prepareBrowser({ run, npm, say });
  const { prepareDebianTools } = await import('./prepareDebianTools.mjs');
  prepareDebianTools({ say });
  const { prepareHtmlChecker } = await import('./prepareHtmlChecker.mjs');
  prepareHtmlChecker({ npm, say });
}
