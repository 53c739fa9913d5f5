/** Why the operator's command cannot be performed: one sentence. */
export class Failure extends Error {}

/** Why a server cannot start with its store, in lines that begin with the variable to look at. */
export class StoreFault extends Error {
  /** Whether another value of the variable, or other permissions, would do. */
  readonly misconfigured: boolean;

  constructor(message: string, misconfigured: boolean, cause?: unknown) {
    super(message, { cause });
    this.misconfigured = misconfigured;
  }
}
