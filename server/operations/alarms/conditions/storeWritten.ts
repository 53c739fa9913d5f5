import type { Store } from '../../../outbox/store.ts';
import type { Condition } from '../alarms.ts';

const minute = 60 * 1000;

/** A store that cannot be written. `isElsewhere`: it is the database of DATABASE_URL. */
export function storeWritten(store: Pick<Store, 'maintenance'>, isElsewhere: boolean) {
  // A submission may be too large for a disk that still has room for the probe.
  let faultAt = Number.NEGATIVE_INFINITY;
  const remedy = isElsewhere
    ? 'see that the database of DATABASE_URL runs, can be reached from here and has space'
    : 'see that the disk of DATA_DIR has space, and that the folder is there and belongs to the user of this server';
  const condition: Condition = {
    name: 'store',
    look: async () => {
      const fault = await store.maintenance.probe().then(
        () => undefined,
        (err: unknown) => ({ err }),
      );
      if (!fault && performance.now() - faultAt >= minute) return undefined;
      const message = `The store cannot be written, so orders and messages are refused: ${remedy}`;
      return { level: 'error', message, ...(fault && { fields: fault }) };
    },
    over: 'The store can be written again',
  };
  return {
    condition,
    /** A write has failed. */
    noteFault: (): void => {
      faultAt = performance.now();
    },
  };
}

/** A database that this process has created. */
export function newDatabase(isNew: () => boolean): Condition {
  return {
    name: 'new-database',
    look: async () => {
      if (!isNew()) return undefined;
      return {
        level: 'warn',
        message:
          'A new, empty database was created. On the first day that is right; on any other, the volume of DATA_DIR is not mounted, or DATABASE_URL names another database, and the orders in it are hidden: mend that, then restart',
      };
    },
    repeatAfter: Number.POSITIVE_INFINITY,
  };
}
