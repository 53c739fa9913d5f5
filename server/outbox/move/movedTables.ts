/** A row with its columns; true and false are 1 and 0. */
export type Values = { readonly [column: string]: Value };
export type Value = string | number | Uint8Array | null;

export type MovedTable = {
  readonly name: 'secrets' | 'flood' | 'used_tokens' | 'submissions';
  /** The column by which each database has the rows in the same order. */
  readonly key: string;
};

/** What moves to another database. Limits of senders and the probe are of the database itself. */
export const movedTables: readonly MovedTable[] = [
  { name: 'secrets', key: 'name' },
  { name: 'flood', key: 'began_at' },
  { name: 'used_tokens', key: 'id' },
  { name: 'submissions', key: 'reference' },
];

/** The order of keys: that of numbers, or of the bytes of texts in UTF-8. */
export function compareKeys(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}

/** Whether each column has the same value. */
export function isSameRow(a: Values, b: Values): boolean {
  const columns = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...columns].every((column) => isSame(a[column], b[column]));
}
