import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hang } from '../helpers/hang.ts';
import type { BareAnswers } from './bareServer.ts';
import type { UntilEnd } from './measurement.ts';

const root = path.resolve(import.meta.dirname, '../..');

export type SiteServer = Awaited<ReturnType<typeof startQuietSite>>;

/** Resident memory of a process in megabytes (10^6 bytes): VmRSS in proc(5). */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

export async function startBareServer(answers: BareAnswers) {
  const child = fork(path.join(import.meta.dirname, 'bareServer.ts'), { serialization: 'advanced' });
  child.send(answers);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/**
 * Starts the built site as in production. `checkout` may be the folder of another version. The log goes to a file: parsing
 * each line here would take processor time from the site that is measured.
 */
export async function startQuietSite(environment: Readonly<Record<string, string>> = {}, checkout = root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const logFile = path.join(folder, 'log');
  const log = openSync(logFile, 'w');
  const spawned = performance.now();
  const child = spawn(path.join(checkout, 'deploy/start.sh'), {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: path.join(folder, 'data'), ...environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });

  const lineWith = async (message: string): Promise<string> => {
    const deadline = performance.now() + hang;
    while (!ended && performance.now() < deadline) {
      const line = readFileSync(logFile, 'utf8')
        .split('\n')
        .find((candidate) => candidate.includes(`"msg":"${message}"`));
      if (line?.endsWith('}')) return line;
      await sleep(5);
    }
    throw new Error(`The site never logged "${message}":\n${readFileSync(logFile, 'utf8').slice(0, 2000)}`);
  };

  const { port } = JSON.parse(await lineWith('listening')) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDirectory: path.join(folder, 'data'),
    /** The time at which the process was spawned, by `performance.now()`. */
    spawned,
    /** Resolves when the log contains the message. */
    logged: async (message: string) => void (await lineWith(message)),
    stop: async () => {
      if (!ended) {
        const exit = once(child, 'exit');
        child.kill();
        await exit;
      }
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a site as `startQuietSite` does. Resolves when its response cache is complete. */
export async function startWarmSite(...given: Parameters<typeof startQuietSite>): Promise<SiteServer> {
  const site = await startQuietSite(...given);
  await site.logged('response cache compressed');
  return site;
}

/** Starts an earlier version of the site, from the built checkout BENCH_BEFORE. Without this variable, resolves with undefined. */
export async function startSiteBefore(untilEnd: UntilEnd): Promise<SiteServer | undefined> {
  const checkout = process.env.BENCH_BEFORE;
  return checkout ? untilEnd(startWarmSite({}, path.resolve(checkout))) : undefined;
}
