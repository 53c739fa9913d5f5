// Installs and builds what a fresh or changed checkout needs; does nothing if nothing changed.
// Plain JavaScript, because it runs under the machine's Node 20 before the project's Node is installed.
//   node scripts/prepare.mjs installed        what npm runs after each install of packages
//   node scripts/prepare.mjs install          the packages, which the following also install
//   node scripts/prepare.mjs build            the production build
//   node scripts/prepare.mjs [build] test     the programs of `npm test`; with `test all` also those of `npm run test:all`
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// This file is missing if the registry has no Node for the platform. Then the machine's own Node must be able to build.
const ownNode = 'node_modules/.bin/node';
const packages = ['package.json', 'package-lock.json'];
const sources = ['webpack.config.ts', 'tsconfig.json', 'client', 'scripts', 'server', 'shared', 'static'];

/** The paths of a file, or of the files below a folder. */
function filesIn(name) {
  if (!statSync(name).isDirectory()) return [name];
  return readdirSync(name).flatMap((inner) => filesIn(path.join(name, inner)));
}

/** Calls `work`, unless the file `stamp` says that this was done when the files and folders `names` had the same contents. */
async function unlessStamped(stamp, names, work) {
  const hash = createHash('sha256');
  for (const file of names.flatMap(filesIn).sort()) hash.update(`${file}\0`).update(readFileSync(file));
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(stamp, { force: true });
  await work();
  writeFileSync(stamp, wanted);
}

/** Runs a command. All output goes to standard error, so that the output of an npm script can be piped. */
async function run(command, ...parameters) {
  const [status] = await once(spawn(command, parameters, { stdio: ['ignore', 2, 2] }), 'exit');
  if (status !== 0) throw new Error(`This failed: ${command} ${parameters.join(' ')}`);
}

const tasks = process.argv.slice(2);
if (tasks.includes('installed')) {
  // npm 9 and 10 remove the link `ownNode` together with the other platform's package, which has a command of the same name.
  const nodePackage = `node-linux-${process.arch}`;
  if (!existsSync(ownNode) && existsSync(`node_modules/${nodePackage}`)) await run('npm', 'rebuild', nodePackage);
  // Where NODE_ENV is production, npm leaves out webpack, without which nothing can be built. Then nothing is stamped.
  if (existsSync('node_modules/webpack')) await unlessStamped('node_modules/.prepared', packages, () => {});
} else
  await unlessStamped('node_modules/.prepared', packages, async () => {
    console.error('Installing packages ...');
    await run('npm', 'ci', '--include=dev', '--loglevel=error');
  });
const node = existsSync(ownNode) ? ownNode : process.execPath;
const build = () => run(node, 'scripts/build.ts');
const work = [];
if (tasks.includes('build')) work.push(unlessStamped('dist/.prepared', [...packages, ...sources], build));
if (tasks.includes('test')) work.push(run(node, 'test/commands/prepareTools.ts', ...tasks));
for (const { reason } of await Promise.allSettled(work)) {
  if (!reason) continue;
  console.error(reason.message);
  process.exitCode = 1;
}
