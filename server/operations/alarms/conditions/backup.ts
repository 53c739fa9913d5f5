import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { day } from '../../../lib/times.ts';
import type { Store } from '../../../outbox/store.ts';
import { readSqliteHeader, unfinishedEnd } from '../../backups/backup.ts';
import type { Condition } from '../alarms.ts';

/** The newest file in a folder, except unfinished backups. Throws if the folder cannot be read. */
function newestIn(directory: string) {
  const files = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinishedEnd))
    .map(({ name }) => ({ name, ...statSync(path.join(directory, name)) }));
  return files.sort((a, b) => b.mtimeMs - a.mtimeMs)[0];
}

/** Says what is wrong with a backup. Reads only SQLite's format: https://www.sqlite.org/fileformat2.html#the_database_header */
function faultOf(file: string, size: number): string | undefined {
  if (size === 0) return 'is empty';
  if (!file.endsWith('.sqlite')) return undefined;
  const header = readSqliteHeader(file);
  if (!header) return 'is no database';
  const pageSize = header.readUInt16BE(16);
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28) > size ? 'is cut off' : undefined;
}

async function problemIn(directory: string, { statistics, maintenance }: Store): Promise<string | undefined> {
  const newest = newestIn(directory);
  if (!newest) {
    const first = await statistics.firstReceivedAt();
    const isOverdue = first !== null && (await maintenance.now()) - first > 2 * day;
    return isOverdue ? 'There is no backup in BACKUP_DIR' : undefined;
  }
  const isOld = Date.now() - newest.mtimeMs > 2 * day;
  const fault =
    faultOf(path.join(directory, newest.name), newest.size) ?? (isOld ? 'is older than two days' : undefined);
  return fault && `The newest backup in BACKUP_DIR (${newest.name}) ${fault}`;
}

/** Holds if the nightly backup in `BACKUP_DIR` is missing, old or damaged. */
export function backup(directory: string, store: Store): Condition {
  return {
    name: 'backup',
    level: 'error',
    check: async () => {
      const problem = await problemIn(directory, store).catch((error: NodeJS.ErrnoException) => {
        if (!error.syscall) throw error;
        return `BACKUP_DIR cannot be read (${error.code})`;
      });
      return (
        problem && `${problem}: "systemctl status website-backup" says why, "systemctl start website-backup" makes one`
      );
    },
    over: 'There is a fresh backup in BACKUP_DIR again',
  };
}
