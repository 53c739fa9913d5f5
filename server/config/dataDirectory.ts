import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { sync } from '../lib/sync.ts';

// Not `recursive: true`: it never returns in a directory such as /proc, which denies that it exists.
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  mkdirSync(directory, 0o700);
  // Else a power cut can take the folder, and with it what is synced in it.
  sync(path.dirname(directory));
}

const stickyBit = 0o1000;
/** The server's own entries. SQLite adds `-wal`, `-shm` or `-journal`. */
const own = /^(?:submissions\.sqlite(?:\.unfinished)?|owner\.lock|operator\.lock)(?:-\w+)?$|^(?:mail|backups)$/;
/** The folders in it, and the files in them that are its own. */
const ownFolders: { readonly [name: string]: RegExp } = {
  mail: /\.eml(?:\.draft)?$/,
  backups: /\.sqlite(?:\.unfinished)?(?:-\w+)?$/,
};
function contains(directory: string, file: string): boolean {
  return !path.relative(directory, file).startsWith('..');
}

/** Why this directory cannot be `DATA_DIR`; undefined if it can. Creates it where it is missing. */
export function unusableDataDirectory(directory: string): string | undefined {
  try {
    makeDirectory(directory);
    const real = realpathSync(directory);
    const stats = lstatSync(real);
    if (!stats.isDirectory()) return `${directory} is not a folder`;
    // Closing them to others would break what else they hold: all users' files, or this program.
    const isForAll = stats.mode & stickyBit && readdirSync(real).some((name) => !own.test(name));
    if (isForAll || contains(real, realpathSync(process.argv[1] ?? '')))
      return `${directory} is shared with others: name a folder of its own`;
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${directory} cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // Another user's, or gone.
    return [];
  }
}

const maxLoggedNames = 5;

/**
 * Removes other users' access to the directory and the server's own files in it, and logs that. It starts with the
 * directory, so that no other user can replace an entry by a link; links are not followed.
 */
export function keepToOwner(directory: string, log: Logger): void {
  const root = realpathSync(directory);
  const narrowed: string[] = [];
  const open: string[] = [];

  const narrow = (name: string): void => {
    const entry = path.join(root, name);
    const stats = lstatSync(entry, { throwIfNoEntry: false });
    if (!stats?.isFile() && !stats?.isDirectory()) return;
    const allowed = stats.isFile() ? 0o600 : 0o700;
    if ((stats.mode & 0o777 & ~allowed) === 0) return;
    try {
      chmodSync(entry, stats.mode & allowed);
      narrowed.push(name);
    } catch {
      open.push(name);
    }
  };
  narrow('.');
  for (const entry of entriesOf(root).filter(({ name }) => own.test(name))) {
    narrow(entry.name);
    const isOwn = entry.isDirectory() ? ownFolders[entry.name] : undefined;
    for (const { name } of isOwn ? entriesOf(path.join(root, entry.name)) : [])
      if (isOwn?.test(name)) narrow(path.join(entry.name, name));
  }

  if (narrowed.length > 0)
    log.warn(
      { count: narrowed.length, names: narrowed.slice(0, maxLoggedNames) },
      'DATA_DIR was open to other users: narrowed to 0700, its files to 0600',
    );
  if (open.length > 0)
    log.warn(
      { count: open.length, names: open.slice(0, maxLoggedNames) },
      'DATA_DIR stays open to other users: what is named here may be narrowed by its owner alone',
    );
}

/** Gives an entry that root has made to the owner of a directory: the server or its timer must be able to replace it. */
export function giveToOwner(entry: string, directory: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  chownSync(entry, uid, gid);
}
