import type { Database } from '../database.ts';
import type { Store } from '../store.ts';

/** The part of the store that tells whether there is a flood. */
export function floodsOn({ dialect: { now }, run }: Database): Pick<Store, 'checkFlood'> {
  return {
    checkFlood: async ({ period, begin, end }) => {
      // Ordered, so that it reads the newest rows by their index alone.
      const [{ amount, began }] = (await run(
        `SELECT (SELECT count(*) FROM flood) AS began, (SELECT count(*) FROM (SELECT 1 FROM submissions
          WHERE received_at BETWEEN ${now} - CAST($1 AS BIGINT) AND ${now} ORDER BY received_at DESC LIMIT $2) AS recent) AS amount`,
        [period, begin + 1],
      )) as [{ amount: number; began: number }];
      const wasActive = began > 0;
      const isActive = amount > (wasActive ? end : begin);
      if (isActive === wasActive) return { isActive, hasChanged: false, amount };
      const changed = await run(
        isActive
          ? `INSERT INTO flood (began_at) VALUES (${now}) ON CONFLICT DO NOTHING RETURNING began_at`
          : 'DELETE FROM flood RETURNING began_at',
      );
      return { isActive, hasChanged: changed.length > 0, amount };
    },
  };
}

/**
 * The store of the one process that stores submissions, each after a check. Until the last count is used up, no flood can
 * begin, and nothing is counted: a count reads the submissions of ten minutes.
 */
export function withFloodMemory(store: Store): Store {
  let room = 0;
  return {
    ...store,
    checkFlood: async (bounds) => {
      room -= 1;
      if (room > 0) return { isActive: false, hasChanged: false, amount: bounds.begin - room };
      const flood = await store.checkFlood(bounds);
      room = flood.isActive ? 0 : bounds.begin - flood.amount;
      return flood;
    },
  };
}
