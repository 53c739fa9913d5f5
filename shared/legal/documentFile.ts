/** What is true of a document's file, as it was written. */
export type DocumentFile = {
  readonly id: string;
  readonly filename: string;
  readonly bytes: number;
  readonly pages: number;
  readonly version: string;
  /** ISO date of the last review. */
  readonly reviewed: string;
};
