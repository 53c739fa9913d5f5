import type { MailboxFault } from '../../outbox/mailbox.ts';

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes. The system's codes and imapflow's are about the connection. */
const tlsCode = /^(?:ERR_SSL|ERR_TLS|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_|EPROTO$)/;

/** Why a mailbox could not be looked into, by imapflow's error. */
export function mailboxFaultOf(error: unknown): MailboxFault {
  const { authenticationFailed, tlsFailed, code, responseStatus } = error as {
    readonly [name: string]: unknown;
  };
  if (authenticationFailed) return 'login';
  if (tlsFailed || tlsCode.test(String(code))) return 'tls';
  return responseStatus ? 'folder' : 'connection';
}
