import { isLoopback } from './loopback.ts';

/** What `isDatabaseUrl` accepts, in words. */
export const databaseUrlForm =
  'an address such as postgres://user:password@host:5432/database, with special characters percent-encoded; after ? at most sslmode=verify-full (or disable), sslrootcert, sslcert, sslkey, host, options, application_name';

/** Others would change the timeouts on which answers depend, or weaken TLS. */
const parameters = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'options', 'application_name']);

/** The other modes encrypt without proving who answers, and mean different things to different clients. */
const sslModes = [null, 'disable', 'verify-full'];

/** Whether the percent signs in a part of a URL encode characters. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is the address of a PostgreSQL database: https://www.postgresql.org/docs/current/libpq-connect.html */
export function isDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname, port, pathname, hash, searchParams } = new URL(text);
  return (
    ['postgres:', 'postgresql:'].includes(protocol) &&
    // Of several hosts, as libpq takes them, pg knows nothing.
    !hostname.includes(',') &&
    port !== '0' &&
    /^\/[^/]+$/.test(pathname) &&
    !text.includes('%00') &&
    hash === '' &&
    [username, password, pathname].every(isDecodable) &&
    [...searchParams.keys()].every((name) => parameters.has(name) && searchParams.getAll(name).length === 1) &&
    sslModes.includes(searchParams.get('sslmode'))
  );
}

/** Whether TLS is asked for: by `sslmode` or, without it, by naming a certificate. */
export function asksForTls(databaseUrl: string): boolean {
  const { searchParams } = new URL(databaseUrl);
  const mode = searchParams.get('sslmode');
  if (mode !== null) return mode === 'verify-full';
  return ['sslrootcert', 'sslcert', 'sslkey'].some((name) => searchParams.get(name));
}

/** Whether the database is on another machine, and no TLS is on the way there. A socket's path is on this one. */
export function crossesNetworkOpenly(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  const isHere = /^(?:$|\/|%2f)/i.test(host) || isLoopback(host.replace(/^\[|\]$/g, ''));
  return !isHere && !asksForTls(databaseUrl);
}
