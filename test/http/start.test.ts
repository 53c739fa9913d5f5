import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test } from '@jest/globals';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';
import { newDataDirectory } from '../helpers/site/site.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** Whether a process of the group is left. */
function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

test('npm start leaves no process behind when it is stopped', async () => {
  const [folder, dataDirectory] = [newDataDirectory(), newDataDirectory()];
  // As the project's folder, but without the developer's `.env`.
  for (const name of ['package.json', 'deploy', 'dist', 'node_modules', 'scripts'])
    symlinkSync(path.join(project, name), path.join(folder, name));
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: '0',
      DATA_DIR: dataDirectory,
      npm_config_update_notifier: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const group = npm.pid ?? 0;
  const output: Arrivals<string> = newArrivals(() => output.all.join(''));
  npm.stdout.setEncoding('utf8').on('data', output.add);
  try {
    await output.waitFor((text) => text.includes('"listening"'));
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    // The server still ends what is under way.
    while (isAlive(group)) await setTimeout(20);
  } finally {
    if (isAlive(group)) process.kill(-group, 'SIGKILL');
    for (const made of [folder, dataDirectory]) rmSync(made, { recursive: true });
  }
});
