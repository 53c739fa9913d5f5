/**
 * What a failed delivery asks for:
 * `wait` (the other side or the line is in trouble: try again),
 * `alarm` (our configuration is at fault: try again, and tell the operator at once),
 * `refused` (this mail will never be taken: keep it, and tell the operator).
 */
export type FaultClass = 'wait' | 'alarm' | 'refused';

/** The parts of nodemailer's errors that tell them apart. */
type SmtpError = {
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly code?: unknown;
  /** The operating system's or OpenSSL's own, where nodemailer gave another. */
  readonly originalCode?: unknown;
};

// RFC 4954 §6: the server wants credentials, other ones, or an encrypted line.
const credentialCodes = new Set([530, 534, 535, 538]);
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** A line that cannot be had, broke or went silent, or a sending that took too long. */
const lineCodes = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ESTREAM', 'EABORT']);
/** What the operating system says of a line, as opposed to what OpenSSL says of a certificate or a handshake. */
function isSystemCode(code: string): boolean {
  return /^E(?:AI_)?[A-Z0-9]+$/.test(code) && code !== 'EPROTO';
}

/**
 * The SMTP response speaks first and the error's code second: nodemailer reports a 421 at RCPT as ECONNECTION and a
 * temporary 454 as EAUTH. https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1
 */
export function classifyFault(error: unknown): FaultClass {
  const { responseCode, command, code, originalCode } = error as SmtpError;
  if (typeof responseCode === 'number') {
    if (responseCode < 500) return 'wait';
    if (credentialCodes.has(responseCode)) return 'alarm';
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
    return typeof command === 'string' && mailCommands.has(command) ? 'refused' : 'alarm';
  }
  if (typeof code !== 'string' || !lineCodes.has(code)) return 'alarm';
  return originalCode === undefined || isSystemCode(String(originalCode)) ? 'wait' : 'alarm';
}

/** What the operator can do about an `alarm`, where it is known. */
export function adviceFor(error: unknown): string | undefined {
  const { responseCode, command, originalCode } = error as SmtpError;
  if (typeof responseCode !== 'number')
    return originalCode === undefined
      ? undefined
      : 'TLS with the mail server failed: its certificate must be valid for the host in SMTP_URL, and smtps:// is for a port that speaks TLS from the start.';
  // EHLO is reported only where STARTTLS, which needs it, is required.
  if (command === 'STARTTLS' || command === 'EHLO')
    return 'The mail server offers no encryption, so nothing was sent: use smtps:// or a port with STARTTLS in SMTP_URL, or waive it there with ?requireTLS=false.';
  if (credentialCodes.has(responseCode))
    return 'The mail server wants a login, another one, or an encrypted line: check user name, password and port in SMTP_URL.';
  return undefined;
}

/** The cause for a log line, without the server's words, which may quote the mail. */
export function faultFields(error: unknown) {
  const { responseCode, command, code, originalCode } = error as SmtpError;
  return { responseCode, command, code, originalCode };
}
