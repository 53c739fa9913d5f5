import { isDecodable, isLoopback } from './urlParts.ts';

/** What `isDatabaseUrl` accepts, in words. */
export const databaseUrlForm =
  'an address such as postgres://user:password@host:5432/database, with special characters percent-encoded; after ? at most sslmode=verify-full (or disable), sslrootcert, sslcert, sslkey, host, options, application_name';

/** The allowed query parameters. Other parameters would change the timeouts on which answers depend, or weaken TLS. */
const parameters = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'options', 'application_name']);

/** The allowed values of `sslmode`; null: not set. Other modes check no certificate, or do not mean the same to libpq and pg. */
const sslModes = [null, 'disable', 'verify-full'];

/** Whether a text has the form `databaseUrlForm`: https://www.postgresql.org/docs/current/libpq-connect.html */
export function isDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname, port, pathname, hash, searchParams } = new URL(text);
  return (
    ['postgres:', 'postgresql:'].includes(protocol) &&
    // libpq accepts several hosts here, pg does not.
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

/** Whether the database is on another machine and the connection has no TLS. A Unix socket is always on this machine. */
export function crossesNetworkOpenly(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  const isHere = /^(?:$|\/|%2f)/i.test(host) || isLoopback(host.replace(/^\[|\]$/g, ''));
  // Without `sslmode`, a URL that names a certificate asks for TLS.
  const namesCertificate = ['sslrootcert', 'sslcert', 'sslkey'].some((name) => searchParams.get(name));
  const usesTls = searchParams.has('sslmode') ? searchParams.get('sslmode') === 'verify-full' : namesCertificate;
  return !isHere && !usesTls;
}
