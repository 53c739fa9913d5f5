import { types } from 'node:util';
import { sqlState } from './postgresDatabase.ts';

/** A pattern, and what the operator can do. `passing`: waiting may cure the fault, for example while the database is starting. */
type Fault = readonly [pattern: RegExp, advice: string, passing?: 'passing'];

const outOfReach = 'cannot be reached: check its host and port';

/** Matched against `code message`. The first match counts. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const byState: readonly Fault[] = [
  [/^28/, 'refuses the login: check the user and the password'],
  [/^3D/, 'does not exist: create it, or check its name'],
  [/^42501/, 'does not let this user do that: use the user that the server uses'],
  [/^42P01|^42703/, 'lacks a table or column of this program: start a server with this DATABASE_URL'],
  [/^53100/, 'has no space left on its disk', 'passing'],
  [/^53/, 'has no connection or memory to spare: try again', 'passing'],
  [/^57014|^55P03|^40/, 'is busy, or takes too long to answer: try again', 'passing'],
  // PgBouncer sends this message for an unknown parameter of the connection.
  [/^08P01 unsupported startup parameter/, 'refuses a start-up parameter: see "PgBouncer" in docs/scaling.md'],
  [/^57|^08/, 'is starting, stopping or out of reach: try again', 'passing'],
  [/^25006/, 'is read-only, like a standby: name the primary', 'passing'],
  [/^58|^XX/, 'has a fault of its own: see its log', 'passing'],
  [/^/, 'refuses that'],
];

/** Matched against the code of Node.js or OpenSSL: https://nodejs.org/api/errors.html#common-system-errors */
const byCode: readonly Fault[] = [
  [/CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO$/, 'has no certificate that is trusted here: see sslrootcert'],
  [/^E(?:CONN|HOST|NET|AI_AGAIN|PIPE|TIMEDOUT|NOTFOUND|ADDRNOTAVAIL)/, outOfReach, 'passing'],
  // ENOENT: a certificate file does not exist. `knownFault` handles a missing socket.
  [/^ENOENT$|^EACCES$|^EAI_/, `${outOfReach}, and the files that its address names`],
];

/** Matched against the message of an error of `pg` that has no code. */
const byMessage: readonly Fault[] = [
  [/does not support SSL/, 'offers no TLS, and sslmode asks for it'],
  [/client password must be/, 'wants a password: write user:password@ into its address'],
  [/timeout|terminated|ended unexpectedly|establishing an SSL/i, 'does not answer', 'passing'],
];

function knownFault(error: unknown): Fault | undefined {
  // Not `instanceof Error`: Node's own errors may be of another realm, as in Jest.
  if (!types.isNativeError(error)) return undefined;
  const state = sqlState(error);
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  // Before PostgreSQL has started, the folder of its socket may not exist. So waiting may cure this ENOENT.
  if (code === 'ENOENT' && syscall === 'connect') return [/^/, outOfReach, 'passing'];
  const [faults, text] =
    state !== undefined ? [byState, `${state} ${message}`] : code ? [byCode, code] : [byMessage, message];
  return faults.find(([pattern]) => pattern.test(text));
}

/** Describes a fault of PostgreSQL or of the connection in one sentence without a password. Undefined for other errors. */
export function databaseFaultSentence(error: unknown, name = 'The database of DATABASE_URL'): string | undefined {
  const [, advice] = knownFault(error) ?? [];
  return advice && `${name} ${advice} (${(error as Error).message.replace(/\s+/g, ' ')}).`;
}

/** Whether waiting may cure the fault. True for unknown faults too. */
export function isPassing(error: unknown): boolean {
  const fault = knownFault(error);
  return fault === undefined || fault[2] === 'passing';
}
