import type { Config } from '../../config/config.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Store } from '../../outbox/store.ts';

/** The input and output of a verb. Output is escaped, because strangers wrote much of it. */
export type Session = {
  /** Writes to standard output. Resolves when the text is written. A failed write ends the process. */
  print(text: string): Promise<void>;
  /** Like `print`, but escapes only if standard output is a terminal. */
  printData(text: string): Promise<void>;
  /** Writes a line to standard error. */
  note(line: string): void;
  /** The width of the terminal in columns. Infinite if standard output is no terminal. */
  terminalWidth(): number;
  /** Reads the configuration. Throws a `OperatorError`. */
  config(): Config;
  /**
   * Opens the store until `work` settles. Servers may be running. Rejects with an `OperatorError`. `timeout`: how long PostgreSQL may
   * take for each answer, in milliseconds.
   */
  withStore<Result>(work: (store: Store) => Promise<Result>, timeout?: number): Promise<Result>;
};

export function noSuchSubmission(reference: string): OperatorError {
  return new OperatorError(`There is no submission ${reference}.`);
}
