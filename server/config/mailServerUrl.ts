import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ImapFlowOptions } from 'imapflow';
import { isDecodable, isLoopback, isLoopbackName } from './urlParts.ts';

/** The allowed query parameters. Other options of nodemailer can name another server, drop mails or log mails. */
const parameters = ['requireTLS', 'tls.rejectUnauthorized'];

/** The form of `SMTP_URL` or `IMAP_URL` in words, for the operator. */
function formOf(protocol: string): string {
  return `${protocol}s://user:password@host:port or ${protocol}://…, special characters percent-encoded, and after a ? nothing but ${parameters.join(', ')}, each once and true or false`;
}

export const smtpUrlForm = `${formOf('smtp')}, and name, a host name`;
export const imapUrlForm = formOf('imap');

/** The host as nodemailer reads the URL; empty if nodemailer refuses the host. */
function hostOf({ hostname }: URL): string {
  return domainToASCII(decodeURIComponent(hostname)).replace(/^\[(.*)\]$/, '$1');
}

function isMailServerUrl(url: URL | null, protocols: readonly string[]): boolean {
  if (!url) return false;
  const keys = [...url.searchParams.keys()];
  return (
    protocols.includes(url.protocol) &&
    [url.hostname, url.username, url.password].every(isDecodable) &&
    hostOf(url) !== '' &&
    ['', '/'].includes(url.pathname) &&
    url.hash === '' &&
    new Set(keys).size === keys.length &&
    [...url.searchParams].every(([key, value]) => parameters.includes(key) && ['true', 'false'].includes(value))
  );
}

/** A host name, or an IP address in brackets: https://www.rfc-editor.org/rfc/rfc5321#section-4.1.3 */
const helloName = /^(?:[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f.:]+\])$/i;

/** Whether `raw` has the form that `smtpUrlForm` describes. */
export function isSmtpUrl(raw: string): boolean {
  const url = URL.parse(raw);
  const [name, ...others] = url?.searchParams.getAll('name') ?? [];
  url?.searchParams.delete('name');
  return (
    isMailServerUrl(url, ['smtp:', 'smtps:']) && (name === undefined || helloName.test(name)) && others.length === 0
  );
}

/** The part after the `@` in the site's Message-IDs: the domain of MAIL_FROM. */
export function mailDomainOf({ mailFrom }: { readonly mailFrom: string }): string {
  return /@([^\s<>@]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
}

/**
 * Adds the name with which the site greets the mail server (EHLO), unless the URL has a name. Without a name, nodemailer greets
 * with the machine's, or as `[127.0.0.1]`, and some servers refuse that. `origin`: used if its host is a full domain name.
 */
export function withHelloName(smtpUrl: string, origin: string, mailFrom: string): string {
  const url = new URL(smtpUrl);
  const { hostname } = new URL(origin);
  const name = /\.[a-z][^.]*$/.test(hostname) ? hostname : domainToASCII(mailDomainOf({ mailFrom }));
  if (!url.searchParams.has('name')) url.searchParams.set('name', name);
  return url.href;
}

/** Whether `raw` has the form that `imapUrlForm` describes. A mailbox always needs a login. */
export function isImapUrl(raw: string): boolean {
  const url = URL.parse(raw);
  return isMailServerUrl(url, ['imap:', 'imaps:']) && url?.username !== '' && url?.password !== '';
}

/** A mail server's host, and whether a connection needs TLS and a valid certificate. The URL's parameters override defaults. */
function connectionOf(url: URL) {
  const host = hostOf(url);
  const isHere = isLoopback(host);
  const mayStartInClear = ['smtp:', 'imap:'].includes(url.protocol);
  const hasLogin = url.username !== '' || url.password !== '';
  const flag = (name: string, fallback: boolean) => (url.searchParams.get(name) ?? String(fallback)) === 'true';
  const requireTLS = flag('requireTLS', mayStartInClear && hasLogin && !isHere);
  // A connection within this machine may stay unencrypted, so its certificate need not be valid either.
  const checksCertificate = !(mayStartInClear && isHere) || requireTLS;
  return { host, requireTLS, tls: { rejectUnauthorized: flag('tls.rejectUnauthorized', checksCertificate) } };
}

/** The options with which nodemailer connects to the server of an SMTP_URL. */
export function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const { host, requireTLS, tls } = connectionOf(url);
  if (!isLoopbackName(host)) return { url: smtpUrl, requireTLS, tls };
  // For a name such as `localhost`, nodemailer would ask DNS, and the answer could name another machine.
  url.hostname = '127.0.0.1';
  return { url: url.href, requireTLS, tls: { ...tls, servername: host } };
}

/** The options with which imapflow connects to the server of an IMAP_URL. */
export function imapOptions(imapUrl: string): ImapFlowOptions {
  const url = new URL(imapUrl);
  const { host, requireTLS, tls } = connectionOf(url);
  const secure = url.protocol === 'imaps:';
  return {
    // For a name such as `localhost`, imapflow would ask DNS, and the answer could name another machine.
    host: isLoopbackName(host) ? '127.0.0.1' : host,
    port: Number(url.port || (secure ? 993 : 143)),
    secure,
    ...(!secure && requireTLS && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    ...(isIP(host) === 0 && { servername: host }),
    tls,
    logger: false,
  };
}
