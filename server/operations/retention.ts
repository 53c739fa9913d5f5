import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { deadlines } from '../lib/deadlines.ts';
import type { Store } from '../outbox/store.ts';

const every = 60 * 60 * 1000;
/** Longer without a submission, in milliseconds, and a clock that has jumped ahead is more likely than that nobody wrote. */
const longestGap = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether submissions are due to be erased. `doubtful`: the clock may be ahead, because all would be erased, or because
 * there is no submission in the 30 days after them or before now. Then the operator decides.
 */
export async function retentionState(
  store: Store,
  retentionMilliseconds: number,
): Promise<'nothing' | 'due' | 'doubtful'> {
  const now = await store.maintenance.now();
  const { last, next, newest } = await store.statistics.oldDeliveries(now - retentionMilliseconds);
  if (last === null) return 'nothing';
  if (next === null || newest === null) return 'doubtful';
  return next - last > longestGap || now - newest > longestGap ? 'doubtful' : 'due';
}

export type RetentionOptions = {
  readonly store: Store;
  readonly log: Logger;
  readonly retentionMilliseconds: number;
  /** The path of the operator's program, whose verb `purge` erases. */
  readonly program: string;
};

/**
 * Erases old submissions now and each hour, and forgets captcha tokens that have expired. A process of its own does the erasing,
 * because copies of the database take seconds. `stop` ends both.
 */
export function startRetention(options: RetentionOptions): { stop(): void } {
  const { store, log, retentionMilliseconds, program } = options;
  const stopping = new AbortController();
  const isDue = async (): Promise<boolean> => {
    try {
      await store.maintenance.forgetExpiredTokens();
      return (await retentionState(store, retentionMilliseconds)) === 'due';
    } catch {
      // The store is away, of which its alarm tells.
      return false;
    }
  };
  let isUnderWay = false;
  const purge = async (): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      if (!(await isDue())) return;
      const { stdout } = await promisify(execFile)(process.execPath, [program, 'purge'], {
        signal: stopping.signal,
        timeout: deadlines.retention,
      });
      const erased = Number.parseInt(stdout, 10);
      if (erased > 0) log.info({ erased }, 'old submissions erased');
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'old submissions not erased everywhere');
    } finally {
      isUnderWay = false;
    }
  };
  const timer = setInterval(purge, every);
  void purge();
  return {
    stop: () => {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
