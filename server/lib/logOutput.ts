import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { inTime } from './inTime.ts';

export type LogOutput = DestinationStream & {
  /** Resolves when all lines are written, or after `timeout` milliseconds. */
  readonly flush: (timeout: number) => Promise<void>;
};

/** Lines are collected for this many milliseconds: one system call a line would take as long as an answer. */
const longestWait = 100;
const chunkLength = 16 * 1024;
/** In bytes. While nobody reads the log and this much waits, further lines are dropped. */
const mostWaiting = 1024 * 1024;
const standardOutput = 1;

/**
 * Writes log lines to standard output and never waits for the reader: if the pipe or socket is full, the lines wait in memory. When
 * the reader reads again, `onDropped` gets the number of dropped lines. Decision 0046 says why this is not pino.destination.
 */
export function createLogOutput(onDropped: (amount: number) => void): LogOutput {
  const { stdout } = process;
  const isFile = fstatSync(standardOutput).isFile();
  let chunk = '';
  let linesInChunk = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  const tellDropped = (): void => {
    if (dropped === 0) return;
    const amount = dropped;
    dropped = 0;
    onDropped(amount);
  };

  /** Writes with `writeSync`: after one error, such as a full disk, `process.stdout` never writes again. */
  const writeToFile = (text: string, lines: number): void => {
    try {
      writeSync(standardOutput, text);
      tellDropped();
    } catch {
      dropped += lines;
    }
  };

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const [text, lines] = [chunk, linesInChunk];
    chunk = '';
    linesInChunk = 0;
    if (text === '') return;
    if (isFile) writeToFile(text, lines);
    else stdout.write(text);
  };

  stdout.on('drain', tellDropped);
  // EPIPE: nobody will ever read the log again.
  stdout.on('error', () => {});
  process.on('exit', send);

  return {
    write: (line) => {
      if (stdout.writableLength > mostWaiting) {
        dropped += 1;
        return;
      }
      chunk += line;
      linesInChunk += 1;
      if (chunk.length >= chunkLength) send();
      else timer ??= setTimeout(send, longestWait).unref();
    },
    flush: async (timeout) => {
      send();
      if (isFile) return;
      await inTime(timeout, new Promise((resolve) => stdout.write('', resolve))).catch(() => {});
    },
  };
}
