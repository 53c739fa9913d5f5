import { headerOf } from './headers.ts';

/** A check of `Authentication-Results` (RFC 8601). Null: the receiving server wrote nothing of it. */
export type AuthenticationResult = 'pass' | 'fail' | 'none' | null;
export const authenticationChecks = ['spf', 'dkim', 'dmarc'] as const;
export type Authentication = Readonly<Record<(typeof authenticationChecks)[number], AuthenticationResult>>;

/** The results that say that a check did not pass; others say that nothing was checked. */
const failures = new Set(['fail', 'hardfail', 'softfail', 'policy', 'permerror']);

/** A structured header without its comments, which nest, and its quoted strings. */
function bareText(value: string): string {
  let bare = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? '';
    if (character === '\\') at += 1;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(depth - 1, 0);
    else if (depth === 0) bare += character;
  }
  return bare;
}

/**
 * What the topmost `Authentication-Results` among a mail's headers says: the receiving server adds its own above those that
 * came with the mail. https://www.rfc-editor.org/rfc/rfc8601
 */
export function authenticationOf(headers: string): Authentication {
  const value = headerOf(headers, 'authentication-results');
  if (value === undefined) return { spf: null, dkim: null, dmarc: null };
  const results = bareText(value)
    .toLowerCase()
    .split(';')
    .map((result) => result.trim().split(/[\s=]+/, 2));
  // A mail may have several signatures, of which one has to be right.
  const resultOf = (check: string): AuthenticationResult => {
    const found = results.filter(([method]) => method?.split('/')[0] === check).map(([, result = '']) => result);
    if (found.length === 0) return null;
    if (found.includes('pass')) return 'pass';
    return found.some((result) => failures.has(result)) ? 'fail' : 'none';
  };
  return { spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc: resultOf('dmarc') };
}
