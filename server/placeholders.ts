import type { Company } from '../shared/company.ts';

// The reserved top-level domain (RFC 2606), the fictional exchange, and numbers of zeros that the shipped file uses.
const placeholder = /\.example\b|55501|555 01|Example Road|0{5}/;

/** The fields of the content file that still hold what was shipped, by their path. */
export function placeholdersIn(company: Company): string[] {
  return search(company, '');
}

function search(value: unknown, path: string): string[] {
  if (typeof value === 'string') return placeholder.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => search(inner, path ? `${path}.${key}` : key));
}
