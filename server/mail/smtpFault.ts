/** `wait`: a passing fault. `alarm`: our configuration is wrong. Both are tried again. `refused`: this mail is never accepted. */
type FaultClass = 'wait' | 'alarm' | 'refused';

/** Of nodemailer's errors. `command`: of SMTP, or CONN or API. `originalCode`: of the operating system or OpenSSL. */
type SmtpError = Readonly<Partial<Record<'responseCode' | 'response' | 'command' | 'code' | 'originalCode', unknown>>>;

/** The enhanced status code in a server's answer, such as `5.7.60`; else empty. https://www.rfc-editor.org/rfc/rfc3463 */
function statusOf(error: unknown): string {
  const { response } = error as SmtpError;
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1] ?? '';
}

/** Whether we have sent as many mails as the provider allows in an hour or a day. Providers call this a final refusal. */
function isOverLimit(error: unknown): boolean {
  const [status, words] = [statusOf(error), String((error as SmtpError).response)];
  const saysSo = /\bper (?:minute|hour|day)\b|\b(?:sending|daily|hourly) (?:limit|quota)\b/i.test(words);
  return saysSo || status === '5.4.5' || (/^5\.[27]\.0$/.test(status) && /quota|try again/i.test(words));
}

/** Whether the server finally refuses MAIL_FROM, or refuses that this login sends as MAIL_FROM. Microsoft says so after the text. */
function isSenderRefused(error: unknown): boolean {
  const { responseCode, command } = error as SmtpError;
  return (command === 'MAIL FROM' && Number(responseCode) >= 500) || /^5\.(?:2\.252|7\.60)$/.test(statusOf(error));
}

/** Whether SPF, DKIM or DMARC fail for the domain of MAIL_FROM, so for each mail of ours. https://www.rfc-editor.org/rfc/rfc7372 */
function isUnauthenticated(error: unknown): boolean {
  const { responseCode, response } = error as SmtpError;
  const saysSo = /\b(?:SPF|DKIM|DMARC)\b/.test(String(response));
  return Number(responseCode) >= 500 && (saysSo || /^5\.7\.(?:2[0-6]|515)$/.test(statusOf(error)));
}

// RFC 4954 §6: the server wants a login, another login, or an encrypted connection.
const credentialCodes = new Set([530, 534, 535, 538]);
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** The values of `code` with which nodemailer says that the connection or the sending failed or timed out. */
const connectionCodes = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ESTREAM', 'EABORT']);
/** Matches codes of the operating system, which are about a connection, and `EPROTO`, which is about TLS like OpenSSL's codes. */
const systemCode = /^E(?:AI_)?[A-Z0-9]+$/;

/**
 * Classifies an error of nodemailer. The SMTP response counts more than nodemailer's code: nodemailer reports a 421 at RCPT as
 * ECONNECTION, and a temporary 454 as EAUTH. https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1
 */
export function classifyFault(error: unknown): FaultClass {
  const { responseCode, command, code, originalCode } = error as SmtpError;
  if (typeof responseCode === 'number') {
    if (responseCode < 500 || isOverLimit(error)) return 'wait';
    if (credentialCodes.has(responseCode) || isSenderRefused(error) || isUnauthenticated(error)) return 'alarm';
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
    return typeof command === 'string' && mailCommands.has(command) ? 'refused' : 'alarm';
  }
  if (typeof code !== 'string' || !connectionCodes.has(code)) return 'alarm';
  if (originalCode === undefined) return 'wait';
  return originalCode !== 'EPROTO' && systemCode.test(String(originalCode)) ? 'wait' : 'alarm';
}

/**
 * Whether the server refused the text of a mail. The server may accept another text from the same sender to the same recipient.
 * False if the status code is about an address (5.1), a mailbox (5.2), the mail system (5.3, but 5.3.4 is about size) or the way (5.4).
 */
export function isTextRefused(error: unknown): boolean {
  const { command } = error as SmtpError;
  const isAboutText = !/^5\.(?:[124]\.|3\.[^4])/.test(statusOf(error));
  return isAboutText && classifyFault(error) === 'refused' && command === 'DATA';
}

/** Whether an error means that the mail server now accepts no mail at all. False if the server may only refuse this one mail. */
export function isServerAtFault(error: unknown): boolean {
  return !mailCommands.has(String((error as SmtpError).command));
}

/** Whether a mail waits because of its recipient, as with greylisting or a full mailbox. No other mail says when that is over. */
export function isRecipientAtFault(error: unknown): boolean {
  return (error as SmtpError).command === 'RCPT TO' || /^4\.[12]\./.test(statusOf(error));
}

function isTlsFault(error: unknown): boolean {
  const { responseCode, originalCode } = error as SmtpError;
  return responseCode === undefined && originalCode !== undefined && classifyFault(error) === 'alarm';
}

const blocklist = /blocked using|block ?list|black ?list|spamhaus|\b(?:dns)?rbl\b/i;
const unknownAuthority = /^(?:UNABLE_TO_GET_ISSUER_|UNABLE_TO_VERIFY_LEAF_|SELF_SIGNED_|DEPTH_ZERO_SELF_SIGNED_)/;

/** Advice for the operator about a TLS error: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
function adviceForTls(code: string): string {
  if (code === 'CERT_HAS_EXPIRED')
    return 'The certificate of the mail server has expired: renew it, or ask the provider of the mail server to; and see that the clock of this machine is right.';
  if (unknownAuthority.test(code))
    return "The certificate of the mail server comes from an authority that is not known here: set NODE_EXTRA_CA_CERTS to a file with that authority's certificate, or let the mail server send the certificates between them too.";
  return 'TLS with the mail server failed: its certificate must be valid for the host in SMTP_URL, and smtps:// is for a port that speaks TLS from the start.';
}

/** The steps of sending a mail to an SMTP server, in order. */
export const smtpSteps = ['name', 'connection', 'TLS', 'login', 'sender', 'recipient', 'message'] as const;
export type SmtpStep = (typeof smtpSteps)[number];

const adviceByStep: Readonly<Record<SmtpStep, string>> = {
  name: 'Check the host in SMTP_URL, and whether this machine can look up names at all.',
  connection:
    'Check host and port in SMTP_URL, and that no firewall blocks the port, here or at the hosting provider: 587 and 465 are usual.',
  TLS: adviceForTls(''),
  login:
    'The mail server wants a login, another login, or an encrypted connection: check user name, password and port in SMTP_URL. Gmail, Yahoo and others want an app password in place of the password of the account.',
  sender:
    'The mail server does not let this login send as MAIL_FROM: use an address that belongs to this login, or have the provider allow it (Microsoft 365: "Send as").',
  recipient: 'The mail server takes no mail for MAIL_TO: check the address, and the login in SMTP_URL.',
  message: 'The mail server refuses the text, often as spam: its answer says why, its provider what to change.',
};

/** Advice for the operator about an error whose likely cause is known. Undefined: the cause is unknown, or nothing is to be done. */
export function adviceFor(error: unknown): string | undefined {
  const { responseCode, response, command, originalCode } = error as SmtpError;
  if (typeof responseCode !== 'number') return isTlsFault(error) ? adviceForTls(String(originalCode)) : undefined;
  // After such an answer to EHLO, nodemailer fails only if STARTTLS is required: it would try HELO, which offers no STARTTLS.
  const isUnknownCommand = command === 'EHLO' && (responseCode === 500 || responseCode === 502);
  if (isUnknownCommand || (command === 'STARTTLS' && responseCode >= 500))
    return 'The mail server offers no encryption, so nothing was sent: use smtps:// or a port with STARTTLS in SMTP_URL, or allow an unencrypted connection with ?requireTLS=false.';
  if (command === 'EHLO' || command === 'HELO')
    return 'Often the mail server refuses the name with which the website greets it (EHLO): add ?name= and the full domain name that it expects to SMTP_URL, else ask its provider.';
  if (responseCode >= 500 && isOverLimit(error))
    return 'The provider limits how many mails this login may send in an hour or a day. The website tries again by itself. If this recurs, send less (MAIL_CONFIRM_DAILY) or ask the provider for more.';
  if (isUnauthenticated(error))
    return 'SPF, DKIM or DMARC fail for the domain of MAIL_FROM: give it the DNS records that the provider of the mail server in SMTP_URL names.';
  // After the text, a blocklist may be one of links.
  if (responseCode >= 500 && command !== 'DATA' && blocklist.test(String(response)))
    return "A blocklist has the address of this machine or the domain of MAIL_FROM: ask the list to take it off, or name your mail provider's server, with a login, in SMTP_URL.";
  if (!credentialCodes.has(responseCode)) return isSenderRefused(error) ? adviceByStep.sender : undefined;
  // Microsoft also gives a wrong password the code 5.7.139.
  const isSwitchedOff = statusOf(error) === '5.7.139' && !/credentials/i.test(String(response));
  if (!isSwitchedOff && !/disabled/i.test(String(response))) return adviceByStep.login;
  return 'The provider has switched passwords off for this account: have its administrator allow SMTP AUTH for this mailbox (Microsoft 365: "Authenticated SMTP"), or name an app password, or another mail server that takes passwords, in SMTP_URL.';
}

/** The step that failed, by nodemailer's code or by the SMTP command of the error. */
const stepsByName: ReadonlyMap<unknown, SmtpStep> = new Map([
  ['EDNS', 'name'],
  ['ETLS', 'TLS'],
  ['STARTTLS', 'TLS'],
  ['EAUTH', 'login'],
  ['EHLO', 'connection'],
  ['HELO', 'connection'],
  ['MAIL FROM', 'sender'],
  ['RCPT TO', 'recipient'],
  ['DATA', 'message'],
]);

/** The step that failed with an error of nodemailer. `fallback`: the result if the error names no step, as after a timeout. */
export function stepOf(error: unknown, fallback: SmtpStep): SmtpStep {
  const { command, code } = error as SmtpError;
  return isTlsFault(error) ? 'TLS' : (stepsByName.get(code) ?? stepsByName.get(command) ?? fallback);
}

/** Advice for the operator about an error at this step. Unlike `adviceFor`, it has advice for every error. */
export function adviceForStep(step: SmtpStep, error: unknown): string {
  const { responseCode } = error as SmtpError;
  const hasAnswered = typeof responseCode === 'number';
  const advice = adviceFor(error);
  if (advice) return advice;
  if (hasAnswered && responseCode < 500)
    return 'The mail server refuses for now, and the website tries again by itself. If this lasts, ask the provider of the mail server.';
  if (step === 'message' && !hasAnswered)
    return 'The mail server broke off or fell silent: try again, and if it lasts, ask its provider.';
  if (step === 'connection' && hasAnswered)
    return 'The mail server answers, but refuses this machine: the answer above says why, often a blocklist or a missing reverse DNS name. The provider of the mail server, or of this machine, can change that.';
  if (statusOf(error) === '5.2.2') return 'The mailbox of MAIL_TO is full: make room in it.';
  // After the text, a server may still refuse the recipient.
  return adviceByStep[step === 'message' && !isTextRefused(error) ? 'recipient' : step];
}

/** The log fields of a failed delivery. The server's text is left out, because the text may quote the mail. */
export function faultFields(error: unknown) {
  const { responseCode, command, code, originalCode } = error as SmtpError;
  return { responseCode, status: statusOf(error) || undefined, command, code, originalCode };
}
