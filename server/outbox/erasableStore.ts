import type { ErasureTarget } from './erasureTarget.ts';
import type { ListedSubmission } from './store.ts';

/** What erasing needs of a database that a server may be using. */
export type ErasableStore = {
  /** The path of the database in a data directory; undefined: it is elsewhere. */
  readonly file: string | undefined;
  /** Milliseconds since 1970, by the database's clock. */
  now(): Promise<number>;
  /** The references of the submissions that a target names, oldest first. */
  matching(target: ErasureTarget): Promise<string[]>;
  find(reference: string): Promise<ListedSubmission | undefined>;
  /** The references of submissions of others whose texts name a comparable address, oldest first. */
  mentioning(address: string): Promise<string[]>;
  /** Deletes submissions. One whose mail is under way goes when that has ended, or after `deadlines.operator.mail`. */
  deleteRows(references: readonly string[]): Promise<void>;
  /** Removes what deleting has left. Rejects with an `Error` of one sentence if another keeps it from doing so. */
  removeRemnants(): Promise<void>;
  close(): Promise<void>;
};
