import type { Dialect } from '../database.ts';

export const sqliteDialect: Dialect = {
  // A parameter that each statement gets.
  now: '$now',
  isOneOf: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
  skipLocked: '',
  lockConfirmations: [],
};
