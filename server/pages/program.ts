import { type ChildProcess, fork } from 'node:child_process';

/** Starts a program that renders, a file of the build, with messages of any kind. */
export function startProgram(file: string): ChildProcess {
  // At full speed: this process's own flags are there to keep it small.
  return fork(file, { serialization: 'advanced', execArgv: [] });
}

/** Tells it something. What cannot be told makes itself heard by the program's end. */
export function tellProgram(program: ChildProcess, message: object): void {
  program.send(message, () => {});
}
