/** Why the operator's command cannot be performed: one sentence. */
export class Failure extends Error {}

/** Why a server cannot work with its store, for as long as nobody changes something: lines that begin with the variable to look at. */
export class StoreFault extends Error {
  /** Of the process: 78 unless only another server is in the way. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 78, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
