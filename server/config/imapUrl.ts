import { isIP } from 'node:net';
import type { ImapFlowOptions } from 'imapflow';
import { isLoopbackName } from './loopback.ts';
import { checksCertificate, hostOf, isMailServerUrl, needsTls, queryValues } from './smtpUrl.ts';

/** Those of SMTP_URL's that imapflow has too. */
const parameters = new Map([...queryValues].filter(([name]) => !['name', 'authMethod'].includes(name)));

/** The form of `IMAP_URL`, for the operator. */
export const imapUrlForm = `imaps://user:password@host:port or imap://…, special characters percent-encoded, and after a ? nothing but ${[...parameters.keys()].join(', ')}, each once`;

/** Whether `raw` has the form that `imapUrlForm` describes. */
export function isImapUrl(raw: string): boolean {
  if (!isMailServerUrl(raw, ['imap:', 'imaps:'], parameters)) return false;
  const { username, password } = new URL(raw);
  return username !== '' && password !== '';
}

/** imapflow's options for a connection. */
export function imapOptions(imapUrl: string): ImapFlowOptions {
  const url = new URL(imapUrl);
  const { protocol, port, username, password, searchParams } = url;
  const secure = protocol === 'imaps:';
  const host = hostOf(url);
  const requireTls = searchParams.get('requireTLS') ?? String(needsTls(url));
  const startTls = requireTls === 'true' ? true : searchParams.get('ignoreTLS') === 'true' ? false : undefined;
  return {
    // Whoever answers DNS for these names would be believed.
    host: isLoopbackName(host) ? '127.0.0.1' : host,
    port: Number(port || (secure ? 993 : 143)),
    secure,
    ...(!secure && startTls !== undefined && { doSTARTTLS: startTls }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    ...(isIP(host) === 0 && { servername: host }),
    ...(searchParams.has('tls.servername') && { servername: searchParams.get('tls.servername') ?? '' }),
    tls: {
      rejectUnauthorized: (searchParams.get('tls.rejectUnauthorized') ?? String(checksCertificate(url))) === 'true',
      ...(searchParams.has('tls.minVersion') && {
        minVersion: searchParams.get('tls.minVersion') as 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3',
      }),
    },
    logger: false,
  };
}
