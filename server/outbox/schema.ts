import { commandLine } from '../config/commandLine.ts';

/**
 * A step of a database's schema. `worksFrom`: the oldest version whose programs can work with the database after this step. So one
 * can go back to that version without loss, and both versions work during a rolling upgrade.
 */
export type Migration = { readonly version: number; readonly worksFrom: number; readonly sql: string };

/**
 * The first version of this layout. Its number is higher than all versions of earlier releases, so that those releases refuse the
 * database.
 */
export const firstVersion = 10;

/** The version after all steps. */
export function newest(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map(({ version }) => version));
}

/** The oldest version whose programs can work with a database after all these steps. */
export function oldestProgramOf(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map(({ worksFrom }) => worksFrom));
}

export type SchemaState = { readonly version: number; readonly worksFrom: number };

/** Why programs of the version `known` cannot work with this database; undefined: they can. */
export function schemaFault(name: string, { version, worksFrom }: SchemaState, known: number): string | undefined {
  if (version === 0) return `${name} holds tables of something else: name another place`;
  if (version < firstVersion)
    return (
      `${name} was written by an earlier release (schema ${version}) and stays as it is: let that release deliver what ` +
      `waits and run its "${commandLine} export --format json", then begin with an empty database`
    );
  if (version < known)
    return `${name} has schema ${version} and this version needs ${known}: start this version's server first`;
  if (worksFrom > known) return `${name} was written by a newer version (schema ${version}, this one knows ${known})`;
  return undefined;
}
