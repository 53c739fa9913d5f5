// The development server: webpack rebuilds on every change, Node restarts the server, the page reloads itself.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);

const bundle = 'dist/server/main.cjs';
// What lies there afterwards is no production build: the next `npm start` makes one.
rmSync('dist', { recursive: true, force: true });
const children = [];

function run(args, environment = {}) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  children.push(child);
  child.on('exit', (code) => stop(code ?? 0));
}

let stopping = false;
function stop(code) {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));

run(['node_modules/webpack/bin/webpack.js', '--mode', 'development', '--watch']);

// Both bundles are there once the first build has ended; from then on `--watch-path` sees them change.
const waiting = setInterval(() => {
  if (stopping) return clearInterval(waiting);
  if (!existsSync(bundle) || !existsSync('dist/client/chunks.json')) return;
  clearInterval(waiting);
  run(['--watch-path=dist/server', '--watch-path=dist/client', '--watch-preserve-output', bundle], {
    NODE_ENV: 'development',
  });
}, 200);
