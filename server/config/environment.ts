import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { company } from '../../shared/company.ts';
import { configurationExitCode, OperatorError } from '../lib/errors.ts';

// A display name with one of `,;:@` needs quotes. Without quotes, mail programs would read several e-mail addresses.
const mailboxPattern =
  /^(?:(?:"[^"\\<>\r\n]*"\s*|[^"<>,;:@\r\n]*)<[^\s<>@,;:]+@[^\s<>@,;]+>|[^\s<>@,;:]+@[^\s<>@,;]+)$/;

const webProtocols = ['https:', 'http:'];

export function configurationError(faults: readonly string[]): OperatorError {
  const amount = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return new OperatorError(`The configuration has ${amount}:\n  ${faults.join('\n  ')}`, {
    exitCode: configurationExitCode,
  });
}

function isCertificateFile(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== '';
  } catch {
    return false;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads single variables and collects their faults. An empty variable counts as unset. */
export function readerOf(environment: Environment) {
  const faults: string[] = [];
  const names = new Set<string>();
  const text = (name: string): string | undefined => {
    names.add(name);
    return environment[name]?.trim() || undefined;
  };

  /** Returns the parsed variable, or undefined if the variable is unset. If `parse` returns undefined, adds a fault. */
  const read = <Value>(name: string, parse: (raw: string) => Value | undefined, expected: string) => {
    const raw = text(name);
    const value = raw === undefined ? undefined : parse(raw);
    if (raw !== undefined && value === undefined) faults.push(`${name}: expected ${expected}`);
    return value;
  };
  const fitting = (name: string, fits: (raw: string) => boolean, expected: string) =>
    read(name, (raw) => (fits(raw) ? raw : undefined), expected);
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    read(name, (raw) => values.find((value) => value === raw), `one of ${values.join(', ')}`);

  return {
    /** The names of the variables that have been read. */
    names,
    text,
    /** The variable's text, unchanged. A text for which `fits` returns false is a fault. */
    fitting,
    integer: <Fallback extends number | undefined>(
      name: string,
      fallback: Fallback,
      minimum: number,
      maximum = Number.MAX_SAFE_INTEGER,
    ): number | Fallback =>
      read(
        name,
        (raw) => (/^\d+$/.test(raw) && Number(raw) >= minimum && Number(raw) <= maximum ? Number(raw) : undefined),
        `a whole number from ${minimum}${maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`}`,
      ) ?? fallback,
    oneOf,
    flag: (name: string): boolean => oneOf(name, ['true', 'false']) === 'true',
    url: (name: string) =>
      fitting(
        name,
        (raw) => webProtocols.includes(URL.parse(raw)?.protocol ?? ''),
        'an address that begins with https:// or http://',
      ),
    origin: (name: string) =>
      read(
        name,
        (raw) => {
          const { protocol = '', origin, href } = URL.parse(raw) ?? {};
          return webProtocols.includes(protocol) && href === `${origin}/` ? origin : undefined;
        },
        'an origin, such as https://www.example.com, without a path',
      ),
    mailbox: (name: string): string =>
      fitting(
        name,
        (raw) => mailboxPattern.test(raw),
        'one mail address, such as name@example.com or Name <name@example.com>',
      ) ?? company.email,
    certificates: (name: string) => fitting(name, isCertificateFile, 'a file that begins with a certificate in PEM'),
    addFault: (fault: string) => void faults.push(fault),
    finish: () => {
      if (faults.length > 0) throw configurationError(faults);
    },
  };
}

export type Reader = ReturnType<typeof readerOf>;
