import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';

const chunkSize = 1024 * 1024;

function writeAgain(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    const chunk = Buffer.alloc(chunkSize);
    for (let position = 0; ; ) {
      const read = readSync(descriptor, chunk, 0, chunkSize, position);
      if (read === 0) break;
      for (let written = 0; written < read; )
        written += writeSync(descriptor, chunk, written, read - written, position + written);
      position += read;
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes the write-ahead log of a database again as it is, and syncs it: after a sync that has failed, what is read from it
 * may be in memory alone, and no later sync would write it. Throws SQLite's errors and the file system's.
 */
export function renewLog(file: string): void {
  const log = `${file}-wal`;
  if (!existsSync(log) || !existsSync(file)) return;
  const writer = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock });
  // The last connection that closes moves the log into the database, unless it cannot write.
  const reader = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock, readOnly: true });
  try {
    // Nobody appends meanwhile.
    writer.exec('BEGIN IMMEDIATE');
    reader.prepare('SELECT 1 FROM sqlite_schema').get();
    // SQLite removes the log of an empty database.
    if (existsSync(log)) writeAgain(log);
  } finally {
    writer.close();
    reader.close();
  }
}
