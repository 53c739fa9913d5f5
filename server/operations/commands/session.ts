import type { Config } from '../../config/config.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Store } from '../../outbox/store.ts';

/** What a verb of the command line works with. What it prints is escaped: strangers wrote much of it. */
export type Session = {
  /** Writes to standard output. Resolves when the text is written: a fault of the output ends the process. */
  print(text: string): Promise<void>;
  /** The same to the letter, unless standard output is a terminal. */
  printData(text: string): Promise<void>;
  /** Writes a line to standard error. */
  note(line: string): void;
  /** The columns of the terminal; infinite where standard output is none. */
  terminalWidth(): number;
  /** Reads the configuration. Throws a `OperatorError`. */
  config(): Config;
  /**
   * Opens the store, beside servers that may be running, until `work` settles. Rejects with a `OperatorError`. `timeout`: how long
   * PostgreSQL may take for each answer, in milliseconds.
   */
  withStore<Result>(work: (store: Store) => Promise<Result>, timeout?: number): Promise<Result>;
};

export function noSuchSubmission(reference: string): OperatorError {
  return new OperatorError(`There is no submission ${reference}.`);
}
