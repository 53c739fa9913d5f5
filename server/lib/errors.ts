/** `EX_CONFIG` of sysexits.h: only a change of the configuration helps. */
export const configurationExitCode = 78;

/** An error whose message tells the operator what to do. Such an error ends the command or the server. */
export class OperatorError extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Thrown if no server has created the database yet. */
export class NoStore extends OperatorError {}

/** An error that too many requests cause. It is no fault of the server, so it is not logged. The response has its `status`. */
export class VisitorError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
