import type { Migration } from '../schema.ts';
import { baseline } from '../tables/baseline.ts';

/**
 * Each entry moves the schema one version up; `PRAGMA user_version` counts them. Never edit a released one. `worksFrom` of
 * a new one is at most the version before it (docs/decisions/0023-schema-changes.md).
 */
export const migrations: readonly Migration[] = [
  {
    worksFrom: 1,
    sql: baseline({
      key: 'TEXT',
      time: 'INTEGER',
      flag: 'INT',
      bytes: 'BLOB',
      end: 'STRICT',
      byKey: 'STRICT, WITHOUT ROWID',
    }),
  },
];
