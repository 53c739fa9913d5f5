import { statfs } from 'node:fs/promises';
import type { Condition } from '../alarms.ts';

const megabyte = 1_000_000;
/** Little is free below either. */
const least = { bytes: 500 * megabyte, share: 0.05 } as const;

/** What is free for this process on a disk, and its size, in bytes. */
export type Space = { readonly free: number; readonly size: number };

async function spaceOn(directory: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** A disk below `directory` that is nearly full. */
export function disk(directory: string, space: (directory: string) => Promise<Space> = spaceOn): Condition {
  return {
    name: 'disk',
    look: async () => {
      const { free, size } = await space(directory);
      if (size === 0) throw new Error('the file system does not tell its size');
      if (free >= least.bytes && free >= size * least.share) return undefined;
      const percent = Math.floor((free / size) * 100);
      return {
        level: 'error',
        message: `The disk of DATA_DIR is nearly full: ${Math.floor(free / megabyte)} MB (${percent} %) are free; delete or move what is not needed, or enlarge it`,
      };
    },
    over: 'The disk of DATA_DIR has space again',
  };
}
