import { commandLine } from '../config/commandLine.ts';

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

/** A database has the tables of an earlier release, with the mails in the submissions' own rows. */
export class FormerLayout extends Error {
  constructor(name: string) {
    super(
      `${name} was written by an earlier release and stays as it is: stop that release on each machine and run its ` +
        `"${commandLine} migrate --to sqlite:FILE", then this release's "${commandLine} migrate --from FILE --to TARGET", where ` +
        'TARGET is sqlite:FOLDER, an empty folder that is there, or the address of an empty PostgreSQL database, and start with that',
    );
  }
}
