/** Whether the servers of this test run store in PostgreSQL instead of SQLite (test/run.mjs). */
export const onPostgres = process.env.TEST_STORE === 'postgres';

/** Declares tests of SQLite alone: a run on PostgreSQL does not have them. */
export function onSqlite(declareTests: () => void): void {
  if (!onPostgres) declareTests();
}

/** By data directory: the address of the database that belongs to it. */
const databases = new Map<string, string>();

/** Gives a data directory an empty database where the run is on PostgreSQL. */
export async function createStore(dataDirectory: string): Promise<void> {
  if (!onPostgres || databases.has(dataDirectory)) return;
  const { sharedPostgres } = await import('./sharedPostgres.ts');
  databases.set(dataDirectory, await (await sharedPostgres()).createDatabase());
}

export async function dropStore(dataDirectory: string): Promise<void> {
  const url = databaseOf(dataDirectory);
  if (url === undefined) return;
  databases.delete(dataDirectory);
  const { sharedPostgres } = await import('./sharedPostgres.ts');
  await (await sharedPostgres()).dropDatabase(url);
}

/** The address of the database that `createStore` made; undefined: the submissions are in the SQLite file. */
export function databaseOf(dataDirectory: string): string | undefined {
  return databases.get(dataDirectory);
}

/** The variables by which a program of the build finds the store. */
export function storeVariables(dataDirectory: string): { readonly [name: string]: string } {
  const url = databaseOf(dataDirectory);
  return { DATA_DIR: dataDirectory, ...(url !== undefined && { DATABASE_URL: url }) };
}
