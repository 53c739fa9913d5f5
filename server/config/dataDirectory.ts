import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { syncToDisk } from '../lib/syncToDisk.ts';

// Makes one folder at a time. With `recursive: true`, `mkdirSync` never returns if making a folder fails with ENOENT, as in /proc.
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  mkdirSync(directory, 0o700);
  // Without this call, a power cut can remove the new folder, together with synced files in it.
  syncToDisk(path.dirname(directory));
}

/**
 * All that the server and its commands make in DATA_DIR. `files`: the entry is a folder, and the names of its files contain this
 * text. `hasDatabases`: an erasure looks for databases here, and in all that this table does not name. SQLite adds files whose names
 * end in `-wal`, `-shm` or `-journal`.
 */
export const dataEntries = {
  database: { name: 'submissions.sqlite', files: undefined, hasDatabases: true },
  serverLock: { name: 'owner.lock', files: undefined, hasDatabases: false },
  operatorLock: { name: 'operator.lock', files: undefined, hasDatabases: false },
  alarms: { name: 'alarms.json', files: undefined, hasDatabases: false },
  mail: { name: 'mail', files: '.eml', hasDatabases: false },
  backups: { name: 'backups', files: '.sqlite', hasDatabases: true },
} as const;

/** The entry of the table to which a path in DATA_DIR belongs. Undefined: others have put it there. */
function dataEntryOf(relative: string) {
  return Object.values(dataEntries).find(({ name, files }) =>
    files
      ? relative === name || (relative.startsWith(`${name}/`) && relative.includes(files))
      : relative.startsWith(name),
  );
}

/** Whether an erasure must look for a database in this file of DATA_DIR. */
export function mayBeDatabase(relative: string): boolean {
  return (dataEntryOf(relative)?.hasDatabases ?? true) && !/-(?:wal|shm|journal)$/.test(relative);
}

const stickyBit = 0o1000;

/** Why this directory cannot be `DATA_DIR`; undefined if it can. Creates a missing directory. */
export function unusableDataDirectory(directory: string): string | undefined {
  try {
    makeDirectory(directory);
    const real = realpathSync(directory);
    const stats = lstatSync(real);
    if (!stats.isDirectory()) return `${directory} is not a folder`;
    // Refuse a folder of all users, such as /tmp, and the program's folder: `keepToOwner` would lock other users out of it.
    const isForAll = stats.mode & stickyBit && readdirSync(real).some((name) => !dataEntryOf(name));
    const holdsProgram = !path.relative(real, realpathSync(process.argv[1] ?? '')).startsWith('..');
    if (isForAll || holdsProgram) return `${directory} is shared with others: name a folder of its own`;
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const cure = `: its disk is read-only, or ReadWritePaths of the unit lacks it ("systemctl edit website")`;
    return `${directory} cannot be written (${code})${code === 'EROFS' ? cure : ''}`;
  }
}

/** Removes other users' access to the directory and to the server's own files in it. Does not follow links. */
export function keepToOwner(directory: string, log: Logger): void {
  const root = realpathSync(directory);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((entry) => dataEntryOf(path.relative(root, entry)));
  // Narrow the directory first, so that no other user can replace an entry by a link.
  const exposed = [root, ...entries].filter((entry) => (lstatSync(entry).mode & 0o077) !== 0);
  if (exposed.length === 0) return;
  try {
    for (const entry of exposed) chmodSync(entry, lstatSync(entry).mode & 0o700);
    log.warn({ count: exposed.length }, 'DATA_DIR was open to other users: narrowed to 0700, its files to 0600');
  } catch (error) {
    log.warn({ err: error }, 'DATA_DIR stays open to other users: only its owner can take their access');
  }
}

/** Gives an entry that root made to the owner of `directory`. The server runs as this user, and must be able to replace it. */
export function giveToOwner(entry: string, directory: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  const now = statSync(entry);
  // A file system without owners refuses `chown`, and gives each entry the owner with whom it is mounted.
  if (now.uid !== uid || now.gid !== gid) chownSync(entry, uid, gid);
}
