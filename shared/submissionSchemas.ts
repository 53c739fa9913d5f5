import { type InferType, object, type Schema, string, ValidationError } from 'yup';
import { isOrderMessage } from './orderMessage.ts';
import { type FieldErrors, limits } from './submission.ts';

/** Turns line ends into LF (a native form sends CRLF) and trims the text. */
export function normaliseText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

// A domain with letters beyond ASCII. Chinese and Japanese keyboards write U+3002 in place of a dot.
const internationalDomain = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const mailto = 'mailto:';

/** The address in a text that was copied from a mail program or a page: `mailto:…`, `Name <…>`, a `;` or `,` at the end. */
function unwrapEmail(pasted: string): string {
  let text = pasted.trim();
  while (text.endsWith(';') || text.endsWith(',')) text = text.slice(0, -1).trimEnd();
  if (text.endsWith('>')) text = text.slice(text.lastIndexOf('<') + 1, -1).trim();
  if (!text.toLowerCase().startsWith(mailto)) return text;
  // A `mailto:` URL may go on with a subject and a text.
  return text.slice(mailto.length).split('?', 1)[0]?.trim() ?? '';
}

/**
 * Normalises an e-mail address: removes what was pasted around it and format characters, which are invisible, and writes the
 * domain in ASCII (https://www.rfc-editor.org/rfc/rfc5890). A text without a valid domain keeps its letters.
 */
export function normaliseEmail(written: string): string {
  const address = unwrapEmail(written.replace(/\p{Cf}/gu, ''));
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const isInternational = /\P{ASCII}/u.test(domain) && internationalDomain.test(domain);
  if (!isInternational || !URL.canParse(`http://${domain}`)) return address;
  return address.slice(0, at) + new URL(`http://${domain}`).hostname;
}

// The domain has at least one dot: `name@host` reaches nobody on the public internet.
const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:-*[a-z\d])*\.)+[a-z](?:-*[a-z\d])+$/i;
/** The longest part between two dots of a domain, in octets: https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
const maxLabelLength = 63;

function isEmail(value: string): boolean {
  return (
    emailPattern.test(value) &&
    // Mail programs would decode `=?` as an encoded word: https://www.rfc-editor.org/rfc/rfc2047#section-5
    !value.includes('=?') &&
    value
      .slice(value.indexOf('@') + 1)
      .split('.')
      .every((label) => label.length <= maxLabelLength)
  );
}

// Control characters (C0, DEL, C1) and Unicode's two line ends. A single-line field must have none: some would end a mail header.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the schema refuses them
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

type Faulty = { readonly label: string };
type TooLong = Faulty & { readonly max: number };

const unusable = ({ label }: Faulty) => `${label} contains characters that cannot be used`;
const lessThan = ({ label, max }: TooLong) => `${label} must be less than ${max} characters`;
const atMost = ({ label, max }: TooLong) => `${label} must be at most ${max} characters`;
const nameShort = `Name must be at least ${limits.name.min} characters`;
const emailInvalid = 'Invalid email address';
const phoneShort = `Phone number must be at least ${limits.orderPhone.min} digits`;
const messageShort = `Message must be at least ${limits.message.min} characters`;

/** A text. `missing`: the message for a value that is absent or no text. */
function text(label: string, missing: string) {
  return string()
    .label(label)
    .strict()
    .typeError(missing)
    .nonNullable(missing)
    .defined(missing)
    .test('well-formed', unusable, (value) => value.isWellFormed() && !value.includes('\0'));
}

function line(label: string, missing: string) {
  return text(label, missing).test('one-line', unusable, (value) => !controlCharacters.test(value));
}

function optionalLine(label: string) {
  return line(label, `${label} must be text`).default('');
}

const name = line('Name', nameShort).min(limits.name.min, nameShort);
const email = line('Email', emailInvalid).test('email', emailInvalid, isEmail).max(limits.email.max, lessThan);
const company = optionalLine('Company name');

export const contactSchema = object({
  name: name.max(limits.name.max, lessThan),
  email,
  company: company.max(limits.company.max, lessThan),
  phone: optionalLine('Phone number').max(limits.phone.max, lessThan),
  message: text('Message', messageShort).min(limits.message.min, messageShort).max(limits.message.max, lessThan),
});

const orderFields = {
  name: name.max(limits.name.max, atMost),
  email,
  phone: line('Phone number', phoneShort).min(limits.orderPhone.min, phoneShort).max(limits.orderPhone.max, atMost),
  company: company.max(limits.company.max, atMost),
};

export const orderSchema = object({
  ...orderFields,
  message: text('Requirements', 'Requirements must be text').max(limits.requirements.max, atMost),
});

/** The values of an order posted as JSON. The message has the order's lines, and the text that the visitor has typed. */
const composedOrderSchema = object({
  ...orderFields,
  message: text('Message', messageShort).max(limits.orderMessage.max, atMost),
});

export type ContactValues = InferType<typeof contactSchema>;

export const orderFieldNames = Object.keys(orderSchema.fields);

export type Checked<Values> =
  | { readonly values: Values; readonly errors?: undefined; readonly messages?: undefined }
  | {
      readonly values?: undefined;
      /** The message of the first broken rule of each field. */
      readonly errors: FieldErrors;
      /** The messages of all broken rules, in the order of the schema. */
      readonly messages: readonly string[];
    };

/** Normalises and validates the texts of `input`. Does not throw for invalid input, but returns the errors. */
export function check<Values>(schema: Schema<Values>, input: Readonly<Record<string, unknown>>): Checked<Values> {
  // Take only the schema's fields, because yup throws on `__proto__`. Fill in defaults, because yup's strict mode does not.
  const normalised = Object.fromEntries(
    Object.entries<unknown>(schema.getDefault()).map(([field, fallback]) => {
      const value = input[field] === undefined ? fallback : input[field];
      if (typeof value !== 'string') return [field, value];
      const text = normaliseText(value);
      return [field, field === 'email' ? normaliseEmail(text) : text];
    }),
  );
  try {
    return { values: schema.validateSync(normalised, { abortEarly: false, disableStackTrace: true }) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, string> = {};
    for (const { path, message } of error.inner) if (path) errors[path] ??= message;
    return { errors, messages: [...new Set(error.errors)] };
  }
}

/** Validates the body of a post: an order if the message begins like an order, else a contact message. */
export function checkSubmission(body: Readonly<Record<string, unknown>>): Checked<ContactValues> {
  return typeof body.message === 'string' && isOrderMessage(normaliseText(body.message))
    ? check(composedOrderSchema, body)
    : check(contactSchema, body);
}
