/** A URL without its password: the programs ask for it, or find it in ~/.pgpass. */
function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  return url.href;
}

/** A word of a shell's command line. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command that writes a backup of a database to a file that nobody else can read. https://www.postgresql.org/docs/current/app-pgdump.html */
export function dumpCommand(databaseUrl: string, file: string): string {
  return `(umask 077; pg_dump --format=custom --no-owner --file=${quoted(file)} ${quoted(withoutPassword(databaseUrl))})`;
}

/** The command that puts such a backup in the place of the database, all of it or nothing. */
export function restoreCommand(databaseUrl: string, file: string): string {
  return `pg_restore --clean --if-exists --single-transaction --no-owner --dbname=${quoted(withoutPassword(databaseUrl))} ${quoted(file)}`;
}
