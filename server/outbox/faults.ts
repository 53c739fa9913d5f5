/** Why the operator's command cannot be performed: one sentence. */
export class Failure extends Error {}

/** Why a server cannot start with its store, in sentences that begin with the variable to look at. */
export class StoreFault extends Error {
  readonly faults: readonly string[];
  /** Whether another value of the variable, or other permissions, would do. */
  readonly misconfigured: boolean;

  constructor(faults: readonly string[], misconfigured: boolean, cause?: unknown) {
    super(faults.join('\n'), { cause });
    this.faults = faults;
    this.misconfigured = misconfigured;
  }
}
