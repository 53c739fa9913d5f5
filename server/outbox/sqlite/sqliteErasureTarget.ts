import type { DatabaseSync } from 'node:sqlite';
import { comparableAddress, type ErasureTarget } from '../erasureTarget.ts';

function conditionOf(target: ErasureTarget): readonly [sql: string, value: string | number] {
  switch (target.by) {
    case 'reference':
      return ['reference = ?', target.reference];
    case 'address':
      return ['address(email) = ?', target.address];
    case 'delivery':
      return ["state = 'delivered' AND delivered_at < ?", target.before];
  }
}

/** Adds the function `address` to SQL: `comparableAddress`, or NULL. */
export function addAddressFunction(database: DatabaseSync): void {
  database.function('address', { deterministic: true }, (text) => comparableAddress(String(text)) ?? null);
}

/** The references of the submissions that a target names, oldest first, in a database of any schema. */
export function matchingIn(database: DatabaseSync, target: ErasureTarget): string[] {
  addAddressFunction(database);
  const [condition, value] = conditionOf(target);
  return database
    .prepare(`SELECT reference FROM submissions WHERE ${condition} ORDER BY received_at, reference`)
    .all(value)
    .map(({ reference }) => String(reference));
}
