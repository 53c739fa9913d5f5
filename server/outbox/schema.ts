/**
 * A step of a database's schema. `worksFrom`: the oldest schema whose programs can work with the database after it, so that
 * going back to them loses nothing, and both work during a rolling upgrade.
 */
export type Migration = { readonly sql: string; readonly worksFrom: number };

/** The oldest schema whose programs can work with a database after all these migrations. */
export function oldestProgramOf(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map(({ worksFrom }) => worksFrom));
}

/** Why programs of the schema `known` cannot work with this database; undefined: they can. */
export function schemaFault(
  name: string,
  { version, worksFrom }: { readonly version: number; readonly worksFrom: number },
  known: number,
): string | undefined {
  if (version < known)
    return `${name} has schema ${version} and this version needs ${known}: start this version's server first`;
  if (worksFrom > known) return `${name} was written by a newer version (schema ${version}, this one knows ${known})`;
  return undefined;
}
