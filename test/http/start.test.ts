import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test } from '@jest/globals';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const project = path.resolve(import.meta.dirname, '../..');

test('npm start leaves no process behind when it is stopped', async () => {
  const folder = directoryUntilEnd();
  // This folder is like the project's, but without the developer's `.env`.
  for (const name of readdirSync(project).filter((entry) => entry !== '.env'))
    symlinkSync(path.join(project, name), path.join(folder, name));
  const settings = { PORT: '0', DATA_DIR: directoryUntilEnd(), npm_config_update_notifier: 'false' };
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  /** Sends a signal to npm's process group; 0 sends nothing. Returns false if no process of the group is left. */
  const signal = (name: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-(npm.pid ?? 0), name);
    } catch {
      return false;
    }
  };
  const output: Arrivals<string> = newArrivals(() => output.all.join(''));
  npm.stdout.setEncoding('utf8').on('data', output.add);
  try {
    await output.waitFor((text) => text.includes('"listening"'));
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    // npm has ended. The server may still need time to end, so this waits for it.
    while (signal(0)) await setTimeout(20);
  } finally {
    signal('SIGKILL');
  }
});
