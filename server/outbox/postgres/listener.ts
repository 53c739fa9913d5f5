import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { connectionSettings, withoutValues } from './connection.ts';
import { advisoryLocks, channel } from './postgresDialect.ts';

const reconnectDelay = 1_000;
/** Milliseconds between two checks of a silent connection, which may be half open. */
const checkInterval = 5_000;
type ListenerOptions = {
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Called for each notification, and after connecting, because a mail may have become due while there was no connection. */
  readonly onDue: () => void;
};

/**
 * Keeps one connection that listens for notifications. Without the connection, mail is found by polling. The connection also holds the
 * lock which shows that a server uses this database.
 */
export function startListener({ databaseUrl, log, onDue }: ListenerOptions): { readonly stop: () => Promise<void> } {
  const settings = connectionSettings(databaseUrl, deadlines.store.listener);
  const stopping = new AbortController();
  let isFailing = false;
  let leave = () => {};

  /** Resolves when the connection is lost or the listener stops. */
  const listen = async (): Promise<void> => {
    const client = new Client(settings);
    let isLost = false;
    const lost = new Promise<void>((resolve) => {
      leave = () => {
        isLost = true;
        resolve();
      };
      client.on('error', leave);
      client.on('end', leave);
    });
    try {
      await client.connect();
      client.on('notification', onDue);
      await client.query(`LISTEN ${channel}`);
      await client.query(`SELECT pg_advisory_lock_shared(${advisoryLocks.server})`);
      if (isFailing) log.info('listening to the database again');
      isFailing = false;
      onDue();
      while (!isLost) {
        await Promise.race([lost, sleep(checkInterval, undefined, { ref: false })]);
        if (!isLost) await client.query('SELECT 1');
      }
    } finally {
      await Promise.race([client.end(), sleep(deadlines.stop.database, undefined, { ref: false })]).catch(() => {});
    }
  };

  const keepListening = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (!isFailing && !stopping.signal.aborted)
          log.warn({ err: withoutValues(error) }, 'not listening to the database: mail leaves within 15 seconds');
        isFailing = true;
      }
      await sleep(reconnectDelay, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const ended = keepListening();
  return {
    stop: async () => {
      stopping.abort();
      leave();
      await Promise.race([ended, sleep(deadlines.stop.database)]);
    },
  };
}
