import type { DatabaseSync } from 'node:sqlite';

// What a power cut leaves is in docs/decisions/0028-power-cut.md.

/** Each commit reaches the disk before it returns (FULL). WAL lets the operator's commands read beside the server. */
export function makeDurable(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
}

/** Writes what the log holds to the file: after a failed sync it may be in memory alone, and no later sync would write it. */
export function moveLog(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
