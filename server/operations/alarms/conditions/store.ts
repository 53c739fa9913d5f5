import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { commandLine } from '../../../config/commandLine.ts';
import { minute } from '../../../lib/times.ts';
import type { Store } from '../../../outbox/store.ts';
import { retentionState } from '../../retention.ts';
import type { Condition } from '../alarms.ts';

/**
 * Holds if a probe cannot write to the store, and for a minute after another write has failed: a full disk may have room for the
 * probe, but not for a submission. `isElsewhere`: DATABASE_URL is set. `faultAt`: `performance.now()` when a write last failed.
 */
export function storeWritten({ maintenance }: Store, isElsewhere: boolean, faultAt: () => number): Condition {
  const remedy = isElsewhere
    ? `see that the database of DATABASE_URL runs, can be reached from ${hostname()} and has space`
    : 'see that the disk of DATA_DIR has space, and that the folder is there and belongs to the user of this server';
  const message = `The store cannot be written, so orders and messages are refused: ${remedy}`;
  return {
    name: 'store',
    level: 'error',
    check: async () => {
      const error: unknown = await maintenance.probe().catch((reason: unknown) => reason);
      if (error !== undefined) return { level: 'error', message, fields: { err: error } };
      return performance.now() - faultAt() < minute ? message : undefined;
    },
    over: 'The store can be written again',
  };
}

/** Holds if this process has created the database, which on an older site is a sign that the right database is missing. */
export function newDatabase(isNew: () => boolean): Condition {
  return {
    name: 'new-database',
    isLocal: true,
    check: async () =>
      isNew()
        ? "A new, empty database was created. That is right for a new site. For an older site, the volume of DATA_DIR is not mounted, or DATABASE_URL names another database, and the site's orders are hidden: correct that, then restart"
        : undefined,
    repeatAfter: Number.POSITIVE_INFINITY,
  };
}

/** Holds if the server does not erase old submissions, because the clock may be wrong. */
export function retention(store: Store, retentionMilliseconds: number): Condition {
  return {
    name: 'retention',
    check: async () => {
      if ((await retentionState(store, retentionMilliseconds)) !== 'doubtful') return undefined;
      return `Old submissions are not erased, because the clock may be ahead: it says that the server has written nothing for a month; check the time with "timedatectl", then erase them with "${commandLine} purge"`;
    },
    over: 'No old submission waits to be erased any more',
  };
}

const megabyte = 1_000_000;
/** The disk counts as nearly full if fewer than `bytes`, or less than the `share` of its space, are free. */
const leastFree = { bytes: 500 * megabyte, share: 0.05 } as const;

/** `bavail`: the number of free blocks that this process may use. `blocks`: the number of all blocks. `bsize`: bytes of a block. */
type Space = { readonly bavail: number; readonly blocks: number; readonly bsize: number };

/** Holds if the disk of `directory` is nearly full. */
export function disk(directory: string, readSpace: (directory: string) => Promise<Space> = statfs): Condition {
  return {
    name: 'disk',
    level: 'error',
    isLocal: true,
    check: async () => {
      const { bavail, blocks, bsize } = await readSpace(directory);
      if (blocks === 0) throw new Error('the file system does not tell its size');
      const free = bavail * bsize;
      if (free >= leastFree.bytes && bavail >= blocks * leastFree.share) return undefined;
      return `The disk of DATA_DIR is nearly full: ${Math.floor(free / megabyte)} MB (${Math.floor((bavail / blocks) * 100)} %) are free; delete or move what is not needed, or enlarge the disk`;
    },
    over: 'The disk of DATA_DIR has space again',
  };
}
