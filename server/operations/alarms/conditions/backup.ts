import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Store } from '../../../outbox/store.ts';
import { draftEnd, headerOf } from '../../backups/backup.ts';
import type { Condition } from '../alarms.ts';

const twoDays = 2 * 24 * 60 * 60 * 1000;

/** The newest finished file in a folder. Throws where the folder cannot be read. */
function newestIn(
  directory: string,
): { readonly file: string; readonly size: number; readonly age: number } | undefined {
  const files = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(draftEnd))
    .map((entry) => path.join(directory, entry.name))
    .map((file) => ({ file, stats: statSync(file) }));
  const [newest] = files.sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs);
  return newest && { file: newest.file, size: newest.stats.size, age: Date.now() - newest.stats.mtimeMs };
}

/** Why a file is no whole backup; undefined: it may be one. https://www.sqlite.org/fileformat2.html#the_database_header */
function faultOf(file: string, size: number): string | undefined {
  if (size === 0) return 'is empty';
  if (!file.endsWith('.sqlite')) return undefined;
  const header = headerOf(file);
  if (!header) return 'is no database';
  const pageSize = header.readUInt16BE(16);
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28) > size ? 'is cut off' : undefined;
}

/** A nightly backup in `BACKUP_DIR` that is missing, old or damaged. */
export function backup(directory: string, store: Pick<Store, 'statistics' | 'maintenance'>): Condition {
  const problem = async (): Promise<string | undefined> => {
    const newest = newestIn(directory);
    if (!newest) {
      const first = await store.statistics.forReport((statistics) => statistics.firstReceivedAt());
      const age = first === undefined ? 0 : (await store.maintenance.now()) - first;
      return age > twoDays ? 'There is no backup in BACKUP_DIR' : undefined;
    }
    const name = `The newest backup in BACKUP_DIR (${path.basename(newest.file)})`;
    const fault = faultOf(newest.file, newest.size);
    if (fault) return `${name} ${fault}`;
    return newest.age > twoDays ? `${name} is older than two days` : undefined;
  };
  return {
    name: 'backup',
    look: async () => {
      const found = await problem().catch((error: NodeJS.ErrnoException) => {
        if (!error.syscall) throw error;
        return `BACKUP_DIR cannot be read (${error.code})`;
      });
      const message = `${found}: "systemctl status website-backup" says why, "systemctl start website-backup" makes one`;
      return found === undefined ? undefined : { level: 'error', message };
    },
    over: 'There is a fresh backup in BACKUP_DIR again',
  };
}
