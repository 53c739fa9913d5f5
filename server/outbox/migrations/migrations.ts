import { readFileSync } from 'node:fs';
import type { Migration } from '../schema.ts';

function read(file: URL): string {
  return readFileSync(file, 'utf8');
}

const both = read(new URL('./both/10.sql', import.meta.url));

/*
 * The steps of the two schemas, in the order of their versions. Never edit a released one. `worksFrom` of a new one is at most the
 * version before it (docs/decisions/0023-schema-changes.md).
 */
export const sqliteMigrations: readonly Migration[] = [
  { version: 10, worksFrom: 10, sql: read(new URL('./sqlite/10.sql', import.meta.url)) + both },
];
export const postgresMigrations: readonly Migration[] = [
  { version: 10, worksFrom: 10, sql: read(new URL('./postgres/10.sql', import.meta.url)) + both },
];
