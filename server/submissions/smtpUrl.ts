import { domainToASCII } from 'node:url';
import { isLoopback, isLoopbackName } from '../loopback.ts';

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
function hostOf({ hostname }: URL): string {
  return domainToASCII(decodeURIComponent(hostname)).replace(/^\[(.*)\]$/, '$1');
}

export function isSmtpUrl(raw: string): boolean {
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
}

/** Whether a login would go over a network that others can read, if the server offers no STARTTLS. */
function needsTls(url: URL): boolean {
  return url.protocol === 'smtp:' && (url.username !== '' || url.password !== '') && !isLoopback(hostOf(url));
}

/** What the operator lets go unprotected, for the log of the start. */
export function waiversOf(smtpUrl: string): string[] {
  const url = new URL(smtpUrl);
  const isFalse = (key: string) => url.searchParams.get(key) === 'false';
  return [
    ...(isFalse('requireTLS') && needsTls(url) ? ['requireTLS=false: the login may go to it in clear'] : []),
    ...(isFalse('tls.rejectUnauthorized')
      ? ['tls.rejectUnauthorized=false: whoever answers in its place is believed']
      : []),
  ];
}

/** The server as nodemailer's options name it; what the URL's query says takes precedence over the others. */
export function connectionOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const options = { requireTLS: needsTls(url) };
  const servername = hostOf(url);
  if (!isLoopbackName(servername)) return { ...options, url: smtpUrl };
  // nodemailer asks the network's DNS for these names too, and would believe any answer.
  url.hostname = '127.0.0.1';
  return { ...options, url: url.href, tls: { servername } };
}
