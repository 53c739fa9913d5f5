import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { inTime } from './inTime.ts';

export type LogOutput = DestinationStream & {
  /** Resolves when all lines are written, or after so many milliseconds. */
  readonly flush: (timeout: number) => Promise<void>;
};

/** Milliseconds for which lines are collected: one system call for each line would take as long as an answer. */
const longestWait = 100;
const chunkLength = 16 * 1024;
/** Bytes that wait while nobody reads the log. Further lines are dropped. */
const mostWaiting = 1024 * 1024;
const standardOutput = 1;

/**
 * Writes log lines to standard output and never waits for the reader: a pipe or socket that is full takes the lines later. Once the
 * reader is back, `onDropped` is told how many lines were dropped meanwhile. Decision 0046 has why this is not pino.destination.
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

  /** Process.stdout would end for ever at the first error, such as a full disk. */
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
