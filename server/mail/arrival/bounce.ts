/** The first value of each header, in one line. Names are in lower case. https://www.rfc-editor.org/rfc/rfc5322#section-2.2.3 */
export type Headers = ReadonlyMap<string, string>;

export function headersIn(text: string): Headers {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    if (name && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** `status`: a code such as 5.1.1 (RFC 3463). `diagnostic`: the words of the mail system. */
type Failure = { readonly status: string; readonly diagnostic: string };
/** `messageIds`: all that the bounce may name, at most 500, among them e-mail addresses, which look the same. */
export type Bounce = Failure & { readonly messageIds: readonly string[] };

/** The headers that `canBeBounce` looks at. */
export const bounceHeaders =
  'content-type from subject return-path x-failed-recipients auto-submitted precedence x-autoreply'.split(' ');
const mailSystem = /mailer-?daemon|postmaster|mail delivery (?:sub)?system|microsoftexchange/i;
const autoReply = /^auto(?:matic|:)?[ _-]?(?:repl|respon)|^out of (?:the )?office/i;

/** Whether a mail says of itself that a mail system sent it. */
function isSystemMail(headers: Headers): boolean {
  const isReport = /^multipart\/report\b/i.test(headers.get('content-type') ?? '');
  return isReport || headers.has('x-failed-recipients') || mailSystem.test(headers.get('from') ?? '');
}

/** Whether a mail can be a bounce. Notes of absence cannot, nor can reports on delivered mails, such as that they were read. */
export function canBeBounce(headers: Headers): boolean {
  const of = (name: string) => headers.get(name) ?? '';
  if (/report-type="?(?!delivery-status)\w/i.test(of('content-type'))) return false;
  if (headers.has('x-autoreply') || [of('precedence'), of('subject')].some((each) => autoReply.test(each)))
    return false;
  return isSystemMail(headers) || (/^<\s*>/.test(of('return-path')) && !autoReply.test(of('auto-submitted')));
}

/** The text with quoted-printable decoded wherever it may be, and what seems to be base64: shorter blocks are words. */
function decodedTexts(source: string): string[] {
  const unquoted = source
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_found, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const lines = source.split(/\r?\n/).map((line) => (/^[A-Za-z\d+/]+={0,2}$/.test(line) ? line : '\n'));
  const blocks = lines.join('').split('\n');
  const encoded = blocks.filter((block) => block.length >= 40);
  return [unquoted, ...encoded.map((block) => Buffer.from(block, 'base64').toString())];
}

/** The groups of fields, one for each recipient, in a delivery-status part: https://www.rfc-editor.org/rfc/rfc3464 */
function recipientsIn(text: string): Headers[] {
  const [, part = ''] = text.split(/^content-type: ?message\/(?:global-)?delivery-status/im);
  const [fields = ''] = part.split(/^--/m);
  const groups = fields.split(/\r?\n\r?\n/).map(headersIn);
  return groups.filter((group) => group.has('action'));
}

/** Where the returned mail or its headers begin. */
const returned = /^(?:received:|return-path:|message-id:|from:|subject:|content-type: ?(?:message|text)\/rfc822)/im;
const status = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/;
const failing = /fail|undeliver|(?:not|n't|unable to) (?:be )?deliver|return|reject|refus|no such|unknown|unrouteable/i;
const waiting = /delay|warning|still trying|not yet|will (?:be )?(?:retr|try|attempt)|temporar/i;

/** In a mail without a delivery status: the first line that begins with a 5yz code; if it is certain, a code elsewhere or none. */
function failureIn(texts: readonly string[], subject: string, isCertain: boolean): Failure | undefined {
  const report = texts.map((text) => text.split(returned, 1)[0]).join('\n');
  const lines = report.split(/\r?\n/).map((line) => line.trim());
  const line =
    lines.find((each) => /^5\d\d(?![\d.])/.test(each) && (isCertain || status.test(each))) ??
    (isCertain ? lines.find((each) => status.test(each) || /(?<![\d.])55\d(?![\d.])/.test(each)) : undefined);
  if (line) return { status: status.exec(line)?.[0] ?? '5.0.0', diagnostic: line };
  const words = `${subject}\n${report}`;
  if (!isCertain || !failing.test(words) || waiting.test(words)) return undefined;
  return { status: '5.0.0', diagnostic: subject };
}

/** Reads the beginning of a mail that `canBeBounce`, in linear time. Undefined: the mail does not tell of a failure. */
export function bounceOf(source: string): Bounce | undefined {
  const end = source.search(/\r?\n\r?\n/);
  const headers = headersIn(source.slice(0, end));
  const texts = decodedTexts(source.slice(end));
  const recipients = texts.flatMap(recipientsIn);
  const failed = recipients.find((group) => /^failed/i.test(group.get('action') ?? ''));
  const [code] = /^\d\.\d{1,3}\.\d{1,3}/.exec(failed?.get('status') ?? '') ?? ['5.0.0'];
  const failure = failed
    ? { status: code, diagnostic: failed.get('diagnostic-code') || code }
    : recipients.length === 0 && failureIn(texts, headers.get('subject') ?? '', isSystemMail(headers));
  if (!failure) return undefined;
  const words = [source, ...texts].flatMap((text) => text.split(/[\s<>()[\]"',;]+/));
  const messageIds = new Set(words.filter((word) => word.includes('@')).map((word) => `<${word}>`));
  return { ...failure, messageIds: [...messageIds].slice(0, 500), diagnostic: failure.diagnostic.slice(0, 500) };
}
