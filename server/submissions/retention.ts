import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Store } from './store.ts';

const every = 60 * 60 * 1000;

export type RetentionOptions = {
  readonly store: Store;
  readonly log: Logger;
  readonly retentionMilliseconds: number;
  /** The path of the operator's program, whose verb `purge` erases. */
  readonly program: string;
};

/**
 * Erases old submissions now, if there are any, and each hour. The operator's program does it in a process of its own: to
 * erase from copies of the database takes seconds. Returns the end of it.
 */
export function startRetention({ store, log, retentionMilliseconds, program }: RetentionOptions): { stop(): void } {
  const stopping = new AbortController();
  const purge = async (): Promise<void> => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [program, 'purge', '--json'], {
        signal: stopping.signal,
      });
      const { erased } = JSON.parse(stdout) as { erased: number };
      if (erased > 0) log.info({ erased }, 'old submissions erased');
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'old submissions not erased');
    }
  };
  const timer = setInterval(purge, every);
  store.hasDeliveredBefore(Date.now() - retentionMilliseconds).then(
    (isAny) => {
      if (isAny) void purge();
    },
    (error: unknown) => log.error({ err: error }, 'old submissions not erased'),
  );
  return {
    stop: () => {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
