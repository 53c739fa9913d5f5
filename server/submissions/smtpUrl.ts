import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * What may follow the `?`. Other options of nodemailer's can name another server (`service`, `url`, `proxy`), drop the
 * mail (`jsonTransport`) or log it (`debug`).
 */
const queryValues = new Map([
  ['requireTLS', /^(?:true|false)$/],
  ['ignoreTLS', /^(?:true|false)$/],
  ['name', /./],
  ['authMethod', /./],
  ['tls.rejectUnauthorized', /^(?:true|false)$/],
  ['tls.servername', /./],
  ['tls.minVersion', /^TLSv1(?:\.[123])?$/],
]);

export const smtpUrlForm = `smtp://user:password@host:port or smtps://…, special characters percent-encoded, and after a ? nothing but ${[...queryValues.keys()].join(', ')}, each once`;

/** The host as nodemailer reads it; empty: it refuses it. */
const hostOf = ({ hostname }: URL): string => domainToASCII(decodeURIComponent(hostname)).replace(/^\[(.*)\]$/, '$1');

export const isSmtpUrl = (raw: string): boolean => {
  try {
    const url = new URL(raw);
    const keys = [...url.searchParams.keys()];
    return (
      ['smtp:', 'smtps:'].includes(url.protocol) &&
      hostOf(url) !== '' &&
      ['', '/'].includes(url.pathname) &&
      url.hash === '' &&
      new Set(keys).size === keys.length &&
      [...url.searchParams].every(([key, value]) => queryValues.get(key)?.test(value))
    );
  } catch {
    return false;
  }
};

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8);
loopbackAddresses.addAddress('::1', 'ipv6');

// RFC 6761 §6.3
const loopbackName = /^(?:.+\.)?localhost$/i;

const isLoopback = (host: string): boolean => {
  const family = isIP(host);
  return family === 0 ? loopbackName.test(host) : loopbackAddresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
};

/** Whether a login would go over a network that others can read, if the server offers no STARTTLS. */
const needsTls = (url: URL): boolean =>
  url.protocol === 'smtp:' && (url.username !== '' || url.password !== '') && !isLoopback(hostOf(url));

/** Whether the operator lets the login go over the network in clear. */
export const waivesTls = (smtpUrl: string): boolean => {
  const url = new URL(smtpUrl);
  return needsTls(url) && url.searchParams.get('requireTLS') === 'false';
};

/** The server as nodemailer's options name it; what the URL's query says takes precedence over the others. */
export const connectionOptions = (smtpUrl: string) => {
  const url = new URL(smtpUrl);
  const options = { requireTLS: needsTls(url) };
  const servername = hostOf(url);
  if (!loopbackName.test(servername)) return { ...options, url: smtpUrl };
  // nodemailer asks the network's DNS for these names too, and would believe any answer.
  url.hostname = '127.0.0.1';
  return { ...options, url: url.href, tls: { servername } };
};
