import type { Database, Value } from '../database.ts';
import { storableText } from '../storableText.ts';

/** A row with its columns; true and false are 1 and 0. */
export type Values = { readonly [column: string]: string | number | Uint8Array | null };

export type MovedTable = {
  readonly name: 'secrets' | 'flood' | 'used_tokens' | 'submissions' | 'mails' | 'mailbox';
  /** The columns by which each database has the rows in the same order. */
  readonly key: readonly [string, ...string[]];
};

/** What moves to another database, each table after those that it refers to. Limits of senders and the probe stay. */
export const movedTables: readonly MovedTable[] = [
  { name: 'secrets', key: ['name'] },
  { name: 'flood', key: ['began_at'] },
  { name: 'used_tokens', key: ['id'] },
  { name: 'submissions', key: ['reference'] },
  { name: 'mails', key: ['message_id'] },
  { name: 'mailbox', key: ['looked_at'] },
];

/** The column of a table with one row, which keeps it at that. It does not move. */
const unmoved = 'singleton';

function movedValue(value: Values[string] | boolean): Values[string] {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Uint8Array) return Buffer.from(value);
  return typeof value === 'string' ? storableText(value) : value;
}

/** In one statement, about: for SQLite, the time of one grows with the square of their number. */
const mostParameters = 300;

/** The tables of a database, one page or insertion at a time. */
export type Tables = ReturnType<typeof tablesIn>;

export function tablesIn(run: Database['run']) {
  return {
    count: async (table: MovedTable['name']): Promise<number> => {
      const [row] = await run<{ amount: number }>(`SELECT count(*) AS amount FROM ${table}`);
      return row?.amount ?? 0;
    },
    /** At most `limit` rows whose key is greater than that of `after`, in the order of `compareRows`. */
    page: async ({ name, key }: MovedTable, after: Values | undefined, limit: number): Promise<readonly Values[]> => {
      const further = after ? `WHERE (${key.join()}) > (${key.map((_column, index) => `$${index + 2}`).join()})` : '';
      const rows = await run<{ [column: string]: Values[string] | boolean }>(
        `SELECT * FROM ${name} ${further} ORDER BY ${key.join()} LIMIT $1`,
        [limit, ...(after ? key.map((column) => after[column] ?? null) : [])],
      );
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([column]) => column !== unmoved)
            .map(([column, value]) => [column, movedValue(value)]),
        ),
      );
    },
    insert: async ({ name }: MovedTable, rows: readonly Values[]): Promise<void> => {
      const columns = Object.keys(rows[0] ?? {});
      const atOnce = Math.ceil(mostParameters / columns.length);
      for (let done = 0; done < rows.length; done += atOnce) {
        const some = rows.slice(done, done + atOnce);
        const parameters = some.map(
          (_row, index) => `(${columns.map((_column, place) => `$${index * columns.length + place + 1}`).join()})`,
        );
        const values: Value[] = some.flatMap((row) => columns.map((column) => row[column] ?? null));
        await run(`INSERT INTO ${name} (${columns.join()}) VALUES ${parameters.join()}`, values);
      }
    },
  };
}
