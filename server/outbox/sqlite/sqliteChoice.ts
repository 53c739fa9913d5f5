import type { DatabaseSync } from 'node:sqlite';
import { type Choice, comparableAddress } from '../choice.ts';

function conditionOf(choice: Choice): readonly [sql: string, value: string | number] {
  switch (choice.by) {
    case 'reference':
      return ['reference = ?', choice.reference];
    case 'address':
      return ['address(email) = ?', choice.address];
    case 'delivery':
      return ["state = 'delivered' AND delivered_at < ?", choice.before];
  }
}

/** Adds the function `address` to SQL: `comparableAddress`, or NULL. */
export function addAddressFunction(database: DatabaseSync): void {
  database.function('address', { deterministic: true }, (text) => comparableAddress(String(text)) ?? null);
}

/** The references of the submissions that a choice names, oldest first, in a database of any schema. */
export function chosenIn(database: DatabaseSync, choice: Choice): string[] {
  addAddressFunction(database);
  const [condition, value] = conditionOf(choice);
  return database
    .prepare(`SELECT reference FROM submissions WHERE ${condition} ORDER BY received_at, reference`)
    .all(value)
    .map(({ reference }) => String(reference));
}
