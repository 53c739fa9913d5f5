import { types } from 'node:util';
import { sqlState } from './postgresDatabase.ts';

/** What the operator can do. `isPassing`: waiting may cure the fault, for example while the database is starting. */
type Known = { readonly advice: string; readonly isPassing?: true };
type Faults = readonly (readonly [RegExp, Known])[];

const outOfReach = 'cannot be reached: check its host and port';

/** Matched against PostgreSQL's code, a space and its message: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const byState: Faults = [
  [/^28/, { advice: 'refuses the login: check the user and the password' }],
  [/^3D/, { advice: 'does not exist: create it, or check its name' }],
  [/^42501/, { advice: 'does not let this user do that: use the user that the server uses' }],
  [/^42P01|^42703/, { advice: 'lacks a table or column of this program: start a server with this DATABASE_URL' }],
  [/^53100/, { advice: 'has no space left on its disk', isPassing: true }],
  [/^53/, { advice: 'has no connection or memory to spare: try again', isPassing: true }],
  [/^57014|^55P03/, { advice: 'takes too long to answer: try again', isPassing: true }],
  // PgBouncer says this if it does not know a parameter of the connection.
  [
    /^08P01 unsupported startup parameter/,
    { advice: 'refuses a start-up parameter: see "PgBouncer" in docs/scaling.md' },
  ],
  [/^57|^08/, { advice: 'is starting, stopping or out of reach: try again', isPassing: true }],
  [/^25006/, { advice: 'is read-only, like a standby: name the primary', isPassing: true }],
  [/^58|^XX/, { advice: 'has a fault of its own: see its log', isPassing: true }],
  [/^40/, { advice: 'has a conflict of transactions: try again', isPassing: true }],
  [/^/, { advice: 'refuses that' }],
];

/** Matched against the code of Node.js or OpenSSL: https://nodejs.org/api/errors.html#common-system-errors */
const byCode: Faults = [
  [
    /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO$/,
    { advice: 'has no certificate that is trusted here: see sslrootcert' },
  ],
  [/^E(?:CONN|HOST|NET|AI_AGAIN|PIPE|TIMEDOUT|NOTFOUND|ADDRNOTAVAIL)/, { advice: outOfReach, isPassing: true }],
  // ENOENT: the socket or the certificate file does not exist.
  [/^ENOENT$|^EACCES$|^EAI_/, { advice: `${outOfReach}, and the files that its address names` }],
];

/** Matched against the message of an error of `pg` that has no code. */
const byMessage: Faults = [
  [/does not support SSL/, { advice: 'offers no TLS, and sslmode asks for it' }],
  [/client password must be/, { advice: 'wants a password: write user:password@ into its address' }],
  [/timeout|terminated|ended unexpectedly|establishing an SSL/i, { advice: 'does not answer', isPassing: true }],
];

function knownFault(error: Error): Known | undefined {
  const state = sqlState(error);
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  // Before PostgreSQL has started, the folder of its socket may not exist.
  if (code === 'ENOENT' && syscall === 'connect') return { advice: outOfReach, isPassing: true };
  const [faults, text] =
    state !== undefined ? [byState, `${state} ${message}`] : code ? [byCode, code] : [byMessage, message];
  return faults.find(([pattern]) => pattern.test(text))?.[1];
}

/** Describes a fault of PostgreSQL or of the connection in one sentence without a password. Undefined for other errors. */
export function databaseFaultSentence(error: unknown, name = 'The database of DATABASE_URL'): string | undefined {
  // Not `instanceof Error`: Node's own errors may belong to another realm.
  const known = types.isNativeError(error) ? knownFault(error) : undefined;
  return known && `${name} ${known.advice} (${(error as Error).message.replace(/\s+/g, ' ')}).`;
}

/** Whether waiting may cure the fault. True for unknown faults too. */
export function isPassing(error: unknown): boolean {
  const known = types.isNativeError(error) ? knownFault(error) : undefined;
  return known?.isPassing ?? known === undefined;
}
