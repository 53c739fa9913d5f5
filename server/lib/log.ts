import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { escapeCharacters } from './escapeCharacters.ts';
import { withTimeout } from './withTimeout.ts';

/** In milliseconds. Lines are collected for this time: one system call for each line would take as long as a response. */
const longestWait = 20;
/** In bytes. While nobody reads the log, up to this much waits in memory. Further lines are dropped. */
const mostWaiting = 1024 * 1024;

/** The log: JSON lines without process id and host name, in which no character controls a terminal. */
export function createLog(level: string, output: DestinationStream, hooks?: LoggerOptions['hooks']): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { ...hooks, streamWrite: escapeCharacters } },
    output,
  );
}

/**
 * Opens the log on standard output. Logging never waits for the reader: if the pipe or socket is full, lines wait in memory. When
 * lines can be written again, the first line says how many were dropped. Decision 0046 says why this is not pino.destination.
 */
export function openLog(level: string, hooks?: LoggerOptions['hooks']) {
  const { stdout } = process;
  const isFile = fstatSync(stdout.fd).isFile();
  let dropped = 0;

  const logDropped = (): void => {
    if (dropped === 0) return;
    const amount = dropped;
    dropped = 0;
    log.warn({ dropped: amount }, 'log lines were dropped: nobody read the log, or its disk was full');
  };

  /** Writes with `writeSync`: after one error, such as a full disk, `process.stdout` never writes to a file again. */
  const writeToFile = (line: string): void => {
    try {
      writeSync(stdout.fd, line);
      logDropped();
    } catch {
      dropped += 1;
    }
  };

  const writeToPipe = (line: string): void => {
    if (stdout.writableLength > mostWaiting) {
      dropped += 1;
      return;
    }
    if (stdout.writableCorked === 0) {
      stdout.cork();
      setTimeout(() => stdout.uncork(), longestWait).unref();
    }
    stdout.write(line);
  };

  const log = createLog(level, { write: isFile ? writeToFile : writeToPipe }, hooks);

  stdout.on('drain', logDropped);
  // EPIPE means that nobody will ever read the log again. Such an error must not end the process.
  stdout.on('error', () => {});
  process.on('exit', () => stdout.uncork());

  /** Resolves when all lines are written, or after `timeout` milliseconds. */
  const flush = async (timeout: number): Promise<void> => {
    stdout.uncork();
    await withTimeout(timeout, new Promise((resolve) => stdout.write('', resolve))).catch(() => {});
  };
  return { log, flush };
}
