import type { MailboxFault } from '../../outbox/mailbox.ts';

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes. Other codes, of the system or imapflow, are about the connection. */
const tlsCode = /^(?:ERR_SSL|ERR_TLS|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_|EPROTO$)/;

/** Classifies an error of imapflow: why the mailbox could not be read. */
export function mailboxFaultOf(error: unknown): MailboxFault {
  const { authenticationFailed, tlsFailed, code, responseStatus } = error as {
    readonly [name: string]: unknown;
  };
  if (authenticationFailed) return 'login';
  if (tlsFailed || tlsCode.test(String(code))) return 'tls';
  return responseStatus ? 'folder' : 'connection';
}
