import { type ChildProcess, fork } from 'node:child_process';

/** Starts a program that renders, a file of the build, with messages of any kind. */
export const startProgram = (file: string): ChildProcess =>
  // At full speed: this process's own flags are there to keep it small.
  fork(file, { serialization: 'advanced', execArgv: [] });

/** Tells it something. What cannot be told makes itself heard by the program's end. */
export const tellProgram = (program: ChildProcess, message: object): void => void program.send(message, () => {});
