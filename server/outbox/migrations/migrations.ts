import { readFileSync } from 'node:fs';

/** A step of a database's schema. `worksFrom`: the oldest version whose programs can work with the database after this step. */
export type Migration = SchemaState & { readonly sql: string };
export type SchemaState = { readonly version: number; readonly worksFrom: number };

/** For each word of PostgreSQL in these files that SQLite lacks, the word of SQLite. */
const sqliteWords: ReadonlyMap<RegExp, string> = new Map([
  [/\bBIGINT\b/g, 'INTEGER'],
  [/\bBOOLEAN\b/g, 'INT'],
  [/\bBYTEA\b/g, 'BLOB'],
  [/ COLLATE "C"/g, ''],
  [/\/\* SQLite: ([A-Z, ]+) \*\//g, '$1'],
]);

function read(file: URL): string {
  return readFileSync(file, 'utf8');
}

// Never edit a released step. `worksFrom` of a new one is at most the version before it (docs/decisions/0023-schema-changes.md).
const steps: readonly Migration[] = [
  { version: 10, worksFrom: 10, sql: read(new URL('./10.sql', import.meta.url)) },
  { version: 11, worksFrom: 10, sql: read(new URL('./11.sql', import.meta.url)) },
];
const onlyPostgres = new Map([[10, read(new URL('./10.postgres.sql', import.meta.url))]]);

export const sqliteMigrations = steps.map((step) => ({
  ...step,
  sql: [...sqliteWords].reduce((sql, [word, ofSqlite]) => sql.replace(word, ofSqlite), step.sql),
}));
export const postgresMigrations = steps.map((step) => ({
  ...step,
  sql: step.sql + (onlyPostgres.get(step.version) ?? ''),
}));

/** The first version of this layout. It is higher than all versions of earlier releases, which therefore refuse the database. */
export const firstVersion = 10;

/** The version after all steps. */
export function newest(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map(({ version }) => version));
}

/** The oldest version whose programs can work with a database after all these steps. */
export function oldestProgramOf(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map(({ worksFrom }) => worksFrom));
}

/**
 * Why programs of the schema version `known` cannot work with this database; undefined if they can. `isChanged`: accepts an older
 * version of this layout, because a server will update it.
 */
export function schemaFault(
  name: string,
  { version, worksFrom }: SchemaState,
  known: number,
  isChanged: boolean,
): string | undefined {
  if (version < firstVersion)
    return `${name} holds tables of something else, or of an earlier release: name another place`;
  if (version < known && !isChanged)
    return `${name} has schema ${version} and this version needs ${known}: start this version's server first`;
  if (worksFrom > known) return `${name} was written by a newer version (schema ${version}, this one knows ${known})`;
  return undefined;
}
