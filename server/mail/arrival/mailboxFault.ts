import type { MailboxFault } from '../../outbox/mailbox.ts';

/** What is wrong with the mailbox of `IMAP_URL`, and what the operator can do. */
export const adviceForMailbox: Readonly<Record<MailboxFault, string>> = {
  login:
    'The login is refused: check user name and password in IMAP_URL, with special characters percent-encoded; some providers want an app password.',
  tls: 'TLS fails: the certificate must be valid for the host in IMAP_URL; imaps:// is for port 993, imap:// for port 143 with STARTTLS.',
  folder:
    'A folder cannot be opened: see that the mailbox has its INBOX, and that its folder for junk has been neither removed nor closed to this login.',
  connection:
    'The mail server of IMAP_URL does not answer: check host and port, and that a firewall lets this machine out.',
};

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
