import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { arrivalsOn } from './arrivals.ts';
import { claimsOn, dueTimesOn } from './claims.ts';
import { erasureOn } from './erasure.ts';
import { floodsOn } from './floods.ts';
import { listsOn } from './lists.ts';
import { outcomesOn } from './outcomes.ts';
import { retryOn } from './retry.ts';
import { statisticsOn } from './statistics.ts';
import { submitOn } from './submit.ts';

export type StoreOptions = {
  /** What visitors wait for. */
  readonly requests: Database;
  /** Mail, alarms and lists, which never take a connection from visitors. */
  readonly background: Database;
  /** The right side of new Message-IDs. */
  readonly mailDomain: string;
};

/** The store in a database whose schema is current. Closing it closes the database. */
export function createStore({ requests, background, mailDomain }: StoreOptions): Store {
  const { now } = requests.dialect;
  let secret: Uint8Array | undefined;
  return {
    submit: submitOn(requests, mailDomain),
    replayed: async ({ key, bodyHash }) => {
      const [found] = await requests.run<{ reference: string }>(
        `SELECT reference FROM submissions WHERE idempotency_key = $1 AND body_hash = $2
          AND (idempotency_expires_at IS NULL OR idempotency_expires_at > ${now})`,
        [key, bodyHash],
      );
      return found?.reference;
    },
    secret: async () => {
      if (secret) return secret;
      const { run } = background;
      await run("INSERT INTO secrets (name, value) VALUES ('signing', $1) ON CONFLICT DO NOTHING", [randomBytes(32)]);
      const [{ value }] = (await run("SELECT value FROM secrets WHERE name = 'signing'")) as [{ value: Uint8Array }];
      secret = value;
      return value;
    },
    now: async () => {
      const [{ time }] = (await requests.run(`SELECT ${now} AS time`)) as [{ time: number }];
      return time;
    },
    ...floodsOn(requests),
    ...listsOn(background),
    find: listsOn(requests).find,
    ...claimsOn(background),
    ...dueTimesOn(background),
    ...outcomesOn(background),
    ...retryOn(background),
    ...arrivalsOn(background),
    ...erasureOn(background),
    readStatistics: (work) => background.transaction((run) => work(statisticsOn(run)), { isReading: true }),
    probe: async () => {
      await requests.transaction((run) => run(`UPDATE probe SET probed_at = ${now}`));
    },
    close: async () => {
      await Promise.all([...new Set([requests, background])].map((database) => database.close()));
    },
  };
}
