import { statfs } from 'node:fs/promises';
import type { Condition } from '../alarms.ts';

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
