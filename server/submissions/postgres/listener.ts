import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { advisoryLocks } from './advisoryLocks.ts';
import { connectionSettings } from './database.ts';

/** What a server hears when a submission has become due. */
export const channel = 'submissions';

const timeout = 5_000;
const reconnectDelay = 2_000;
/** Between two looks at a connection on which nothing arrives: it may be half open. */
const checkInterval = 20_000;

export type ListenerOptions = {
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Called for each notification, and after each connection: something may have become due before. */
  readonly onDue: () => void;
};

/**
 * Keeps one connection that listens. Without it deliveries still go on, by polling. While it is there, it holds the lock that
 * says that a server works with this database.
 */
export function startListener({ databaseUrl, log, onDue }: ListenerOptions): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();

  /** Resolves when the connection is lost or the listener stops. */
  const listen = async (): Promise<void> => {
    const client = new Client(connectionSettings(databaseUrl, timeout));
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve());
    });
    try {
      await client.connect();
      client.on('notification', onDue);
      await client.query(`LISTEN ${channel}`);
      await client.query(`SELECT pg_advisory_lock_shared(${advisoryLocks.server})`);
      onDue();
      let isLost = false;
      void lost.then(() => {
        isLost = true;
      });
      while (!isLost) {
        await Promise.race([lost, sleep(checkInterval, undefined, { ref: false })]);
        if (!isLost) await client.query('SELECT 1');
      }
    } finally {
      await Promise.race([client.end(), sleep(timeout, undefined, { ref: false })]).catch(() => {});
    }
  };

  const keepListening = async (): Promise<void> => {
    let hasFailed = false;
    while (!stopping.signal.aborted) {
      try {
        await listen();
        hasFailed = false;
      } catch (err) {
        if (!hasFailed) log.warn({ err }, 'not listening to the database: mail leaves within 15 seconds');
        hasFailed = true;
      }
      await sleep(reconnectDelay, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const ended = keepListening();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
