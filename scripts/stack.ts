// Maps the stacks of client errors to source lines, with the source maps of the build in dist.
//   npm run --silent stack < LOGFILE     lines of the server's log, or a stack copied from a browser's console
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';

const maps = path.resolve(import.meta.dirname, '../dist/client/maps');
const known = new Map<string, SourceMap | undefined>();

/** The source map of a script of this build; undefined for a script of another one. */
function sourceMapOf(script: string): SourceMap | undefined {
  if (!known.has(script)) {
    const file = path.join(maps, `${script}.map`);
    known.set(script, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return known.get(script);
}

/** Replaces script positions, such as `/assets/main.0a1b2c3d.js:1:2345`, by source positions. */
function mapped(text: string): string {
  return text.replace(/[^\s(@]*\/assets\/([\w.-]+\.js):(\d+):(\d+)/g, (place, script, line, column) => {
    const sourceMap = sourceMapOf(script);
    if (!sourceMap) return `${place} (not of this build)`;
    const origin = sourceMap.findOrigin(Number(line), Number(column));
    return 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : place;
  });
}

type LoggedError = {
  readonly msg?: string;
  readonly time?: string;
  readonly path?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly source?: string;
  readonly line?: number;
  readonly column?: number;
};

/** Undefined for a line that is not JSON. */
function parsed(line: string): LoggedError | undefined {
  try {
    return JSON.parse(line) as LoggedError;
  } catch {
    return undefined;
  }
}

/** The output for a line; undefined for a log line that is not a client error. */
function explain(line: string): string | undefined {
  const logged = parsed(line);
  if (!logged) return mapped(line);
  const { msg, time, path: page, message, stack, source, line: at, column } = logged;
  if (msg !== 'client error') return undefined;
  return `${time} ${page} ${message}\n${mapped(stack ?? `${source}:${at}:${column}`)}\n`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const text = explain(line);
  if (text !== undefined) console.log(text);
}
