import { types } from 'node:util';
import { sqlState } from './database.ts';

/** What the operator can do, by the beginning of PostgreSQL's code: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const byState: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'refuses the login: check the user and the password'],
  [/^3D/, 'does not exist: create it, or check its name'],
  [/^42501/, 'does not let this user do that: use the user that the server uses'],
  [/^42P01|^42703/, 'lacks a table or column of this program: start a server with this DATABASE_URL'],
  [/^53100/, 'has no space left on its disk'],
  [/^53/, 'has no connection or memory to spare: try again'],
  [/^57014|^55P03/, 'takes too long to answer: try again'],
  [/^57P0[1-5]|^08/, 'is starting, stopping or out of reach: try again'],
  [/^25006/, 'is read-only, like a standby: name the primary'],
];

/** The codes of Node.js for a machine that is not there or does not answer. */
const unreachable = /^E(?:CONN|HOST|NET|AI_|PIPE|TIMEDOUT|NOTFOUND)|^ENOENT$/;
/** The codes of Node.js and OpenSSL for a certificate that is not accepted. */
const untrusted = /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO$/;
/** What `pg` says without a code. */
const silent = /timeout|terminated|ended unexpectedly/i;

function reasonOf(error: Error): string | undefined {
  const state = sqlState(error);
  if (state !== undefined) return byState.find(([pattern]) => pattern.test(state))?.[1] ?? 'refuses that';
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && untrusted.test(code)) return 'has no certificate that is trusted here: see sslrootcert';
  if (code !== undefined && unreachable.test(code)) return 'cannot be reached: check its host and port';
  if (/does not support SSL/.test(error.message)) return 'offers no TLS, and sslmode asks for it';
  if (/client password must be/.test(error.message)) return 'wants a password: write user:password@ into its address';
  if (silent.test(error.message)) return 'does not answer';
  return undefined;
}

/** A fault of PostgreSQL, or of the way to it, in one sentence without a password; undefined for other errors. */
export function databaseFaultSentence(error: unknown, name = 'The database of DATABASE_URL'): string | undefined {
  // Node.js tries each address of a name.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  // Not `instanceof`: Node's own errors may be of another realm.
  if (!types.isNativeError(first)) return undefined;
  const reason = reasonOf(first);
  return reason && `${name} ${reason} (${first.message.replace(/\s+/g, ' ')}).`;
}
