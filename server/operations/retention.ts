import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { deadlines } from '../lib/deadlines.ts';
import { hour } from '../lib/times.ts';
import type { Store } from '../outbox/store.ts';

/** Says whether old submissions are to be erased. `doubtful`: they are, but the clock may be ahead, so the operator decides. */
export async function retentionState(
  { maintenance, statistics }: Store,
  retentionMilliseconds: number,
): Promise<'nothing' | 'due' | 'doubtful'> {
  const before = (await maintenance.now()) - retentionMilliseconds;
  if (!(await statistics.hasDeliveriesBefore(before))) return 'nothing';
  return (await maintenance.isClockDoubtful()) ? 'doubtful' : 'due';
}

/**
 * Erases old submissions and forgets expired captcha tokens, now and each hour. A separate process erases, because cleaning the
 * copies of the database would block the server for seconds. `stop` ends the timer and that process. `dist`: the folder of the build.
 */
export function startRetention(store: Store, retentionMilliseconds: number, dist: string, log: Logger) {
  const program = path.join(dist, 'server', 'submissions.cjs');
  const stopping = new AbortController();
  const purge = async (): Promise<void> => {
    try {
      await store.maintenance.forgetExpiredTokens();
      const state = await retentionState(store, retentionMilliseconds);
      if (state === 'nothing') await store.maintenance.trustClock();
      if (state !== 'due') return;
      const { stdout } = await promisify(execFile)(process.execPath, [program, 'purge'], {
        signal: stopping.signal,
        timeout: deadlines.retention,
      });
      const erased = Number.parseInt(stdout, 10);
      if (erased > 0) log.info({ erased }, 'old submissions erased');
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'old submissions not erased: next try in an hour');
    }
  };
  const timer = setInterval(purge, hour);
  void purge();
  return {
    stop: () => {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
