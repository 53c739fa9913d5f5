import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { advisoryLocks, channel, connectionSettings, withoutValues } from './postgresDatabase.ts';

export type Listener = ReturnType<typeof startListener>;

/**
 * Keeps one connection that listens for the notifications of `Database.notify`. Without the connection, the mail worker finds due
 * mail by polling. The connection also holds a lock, by which a move of the database sees that a server runs. `onDue` is called for
 * each notification, and after connecting, because a mail may have become due while there was no connection.
 */
export function startListener(databaseUrl: string, log: Logger, onDue: () => void) {
  const stopping = new AbortController();
  let client: Client | undefined;
  let isFailing = false;

  const keepListening = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const current = new Client(connectionSettings(databaseUrl, deadlines.store.listener));
        client = current;
        const lost = new Promise<void>((resolve) => current.once('end', resolve));
        // Errors are ignored here, because the event `end` follows each of them.
        current.on('error', () => {});
        current.on('notification', onDue);
        await current.connect();
        await current.query(`LISTEN ${channel}`);
        await current.query(`SELECT pg_advisory_lock_shared(${advisoryLocks.server})`);
        if (isFailing) log.info('database notifications again');
        isFailing = false;
        onDue();
        await lost;
      } catch (error) {
        if (!isFailing && !stopping.signal.aborted)
          log.warn({ err: withoutValues(error) }, 'no database notifications: mail leaves within 15 seconds');
        isFailing = true;
      }
      client?.end().catch(() => {});
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const ended = keepListening();
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      client?.end().catch(() => {});
      await Promise.race([ended, sleep(deadlines.stop.database, undefined, { ref: false })]);
    },
  };
}
