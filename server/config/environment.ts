import { company } from '../../shared/company.ts';

// A name that holds one of `,;:@` needs quotes, or it is read as a list of addresses.
const mailboxPattern =
  /^(?:(?:"[^"\\<>\r\n]*"\s*|[^"<>,;:@\r\n]*)<[^\s<>@,;:]+@[^\s<>@,;]+>|[^\s<>@,;:]+@[^\s<>@,;]+)$/;

/** All faults of a configuration. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    );
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Read = <Value>(
  name: string,
  fallback: Value,
  parse: (raw: string) => Value | undefined,
  expected: string,
) => Value;

function readersOfForms(read: Read) {
  const integer = (name: string, fallback: number, minimum: number, maximum = Number.MAX_SAFE_INTEGER): number =>
    read(
      name,
      fallback,
      (raw) => (/^\d+$/.test(raw) && Number(raw) >= minimum && Number(raw) <= maximum ? Number(raw) : undefined),
      maximum === Number.MAX_SAFE_INTEGER
        ? `a whole number from ${minimum}`
        : `a whole number from ${minimum} to ${maximum}`,
    );

  const flag = (name: string, fallback: boolean): boolean =>
    read(name, fallback, (raw) => (raw === 'true' ? true : raw === 'false' ? false : undefined), 'true or false');

  const url = (name: string, protocols: readonly string[]): string | undefined =>
    read(
      name,
      undefined,
      (raw) => (URL.canParse(raw) && protocols.includes(new URL(raw).protocol) && new URL(raw).host ? raw : undefined),
      `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

  const origin = (name: string): string | undefined =>
    read(
      name,
      undefined,
      (raw) => {
        if (!URL.canParse(raw)) return undefined;
        const parsed = new URL(raw);
        const plain = parsed.pathname === '/' && parsed.search === '' && parsed.hash === '' && parsed.username === '';
        return plain && ['http:', 'https:'].includes(parsed.protocol) ? parsed.origin : undefined;
      },
      'an origin, such as https://www.example.com, without a path',
    );

  const mailbox = (name: string): string =>
    read(
      name,
      company.email,
      (raw) => (mailboxPattern.test(raw) ? raw : undefined),
      'one mail address, such as name@example.com or Name <name@example.com>',
    );

  return { integer, flag, url, origin, mailbox };
}

/** Reads single variables and collects their faults. An empty variable counts as unset. */
export function readerOf(environment: Environment) {
  const faults: string[] = [];
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;

  const read: Read = (name, fallback, parse, expected) => {
    const raw = text(name);
    if (raw === undefined) return fallback;
    const value = parse(raw);
    if (value !== undefined) return value;
    faults.push(`${name}: expected ${expected}`);
    return fallback;
  };

  return {
    text,
    read,
    ...readersOfForms(read),
    addFault: (fault: string) => void faults.push(fault),
    /** Throws the collected faults. */
    finish: () => {
      if (faults.length > 0) throw new ConfigurationError(faults);
    },
  };
}

export type Reader = ReturnType<typeof readerOf>;
