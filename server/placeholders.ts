import type { Company } from '../shared/company.ts';

// The shipped file uses the reserved domain (RFC 2606), a fictional telephone exchange, and numbers made of zeros.
const placeholder = /\.example\b|55501|555 01|Example Road|0{5}/;

/** The paths of the fields in the content file that still have their shipped values. */
export function placeholdersIn(company: Company): string[] {
  return search(company, '');
}

function search(value: unknown, path: string): string[] {
  if (typeof value === 'string') return placeholder.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => search(inner, path ? `${path}.${key}` : key));
}
