/** `EX_CONFIG` of sysexits.h: only a change of the configuration helps. */
export const configurationExitCode = 78;

/** What an operator is told: a sentence that helps. It ends the command, or the server. */
export class OperatorError extends Error {
  /** Of the process. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** No server has made a store here. */
export class NoStore extends OperatorError {}

/** What a visitor is told, with the status of the answer. */
export class VisitorError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
