import { domainToASCII } from 'node:url';
import { isDecodable } from './databaseUrl.ts';
import { isLoopback, isLoopbackName } from './loopback.ts';

/**
 * The allowed query parameters. Others of nodemailer's options can name another server (`service`, `url`, `proxy`), drop
 * the mail (`jsonTransport`) or log it (`debug`).
 */
export const queryValues: ReadonlyMap<string, RegExp> = new Map([
  ['requireTLS', /^(?:true|false)$/],
  ['ignoreTLS', /^(?:true|false)$/],
  ['name', /./],
  ['authMethod', /./],
  ['tls.rejectUnauthorized', /^(?:true|false)$/],
  ['tls.servername', /./],
  ['tls.minVersion', /^TLSv1(?:\.[123])?$/],
]);

/** The form of `SMTP_URL`, for the operator. */
export const smtpUrlForm = `smtp://user:password@host:port or smtps://…, special characters percent-encoded, and after a ? nothing but ${[...queryValues.keys()].join(', ')}, each once`;

/** The host as nodemailer reads it; empty where it refuses it. */
export function hostOf({ hostname }: URL): string {
  return domainToASCII(decodeURIComponent(hostname)).replace(/^\[(.*)\]$/, '$1');
}

/** Whether `raw` has the form that `smtpUrlForm` describes. */
export function isSmtpUrl(raw: string): boolean {
  return isMailServerUrl(raw, ['smtp:', 'smtps:'], queryValues);
}

/** Whether `raw` is the address of a mail server with one of the protocols, and nothing but these parameters. */
export function isMailServerUrl(raw: string, protocols: readonly string[], parameters: ReadonlyMap<string, RegExp>) {
  try {
    const url = new URL(raw);
    const keys = [...url.searchParams.keys()];
    return (
      protocols.includes(url.protocol) &&
      hostOf(url) !== '' &&
      isDecodable(url.username) &&
      isDecodable(url.password) &&
      ['', '/'].includes(url.pathname) &&
      url.hash === '' &&
      new Set(keys).size === keys.length &&
      [...url.searchParams].every(([key, value]) => parameters.get(key)?.test(value))
    );
  } catch {
    return false;
  }
}

/** Whether the login would cross a network in clear if the server offers no STARTTLS. */
export function needsTls(url: URL): boolean {
  return (
    ['smtp:', 'imap:'].includes(url.protocol) &&
    (url.username !== '' || url.password !== '') &&
    !isLoopback(hostOf(url))
  );
}

/** Whether the server's certificate must be valid. Where the line may stay in clear, within this machine, it need not. */
export function checksCertificate(url: URL): boolean {
  const mayStayInClear = ['smtp:', 'imap:'].includes(url.protocol) && isLoopback(hostOf(url));
  return !mayStayInClear || url.searchParams.get('requireTLS') === 'true';
}

/** The protections that the URL waives, for the log at the start. */
export function waiversOf(serverUrl: string): string[] {
  const url = new URL(serverUrl);
  const isFalse = (key: string) => url.searchParams.get(key) === 'false';
  return [
    ...(isFalse('requireTLS') && needsTls(url) ? ['requireTLS=false: the login may go to it in clear'] : []),
    ...(isFalse('tls.rejectUnauthorized')
      ? ['tls.rejectUnauthorized=false: whoever answers in its place is believed']
      : []),
  ];
}

/** nodemailer's connection options. The query of the URL takes precedence. */
export function connectionOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const options = { requireTLS: needsTls(url), tls: { rejectUnauthorized: checksCertificate(url) } };
  const servername = hostOf(url);
  if (!isLoopbackName(servername)) return { ...options, url: smtpUrl };
  // nodemailer would ask DNS for these names, and believe any answer.
  url.hostname = '127.0.0.1';
  return { ...options, url: url.href, tls: { ...options.tls, servername } };
}
