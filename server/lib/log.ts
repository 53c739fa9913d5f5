import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { escapeCharacters } from './escapeCharacters.ts';

/** The log: JSON lines without process id and host name, in which no character controls a terminal. */
export function createLog(level: string, output: DestinationStream, hooks?: LoggerOptions['hooks']): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { ...hooks, streamWrite: escapeCharacters },
    },
    output,
  );
}
