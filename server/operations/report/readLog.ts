import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The fields of a log line, which anyone may have written. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A log that was read. `name`: the file's name without its folder. `foreign`: how many lines are no JSON objects. */
export type LogSource = { readonly name: string; readonly lines: number; readonly foreign: number };

/** In characters. Longer lines are cut. The site's own lines have a few thousand characters. */
const longest = 1 << 20;

/** The text of a log file, unpacked if its name ends in `.gz`. */
export function openLog(file: string): Readable {
  const bytes = createReadStream(file);
  return file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes;
}

/** Yields some lines at a time. Not `readline`, which would also split at U+2028, a character that JSON may contain. */
async function* linesOf(source: Readable): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, longest);
    yield lines;
  }
  yield [rest];
}

function parse(text: string): LogLine | undefined {
  try {
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Calls `take` with each line that is a JSON object. Rejects if the log cannot be read. */
export async function readLog(source: Readable, take: (line: LogLine) => void) {
  const counts = { lines: 0, foreign: 0 };
  for await (const lines of linesOf(source))
    for (const text of lines) {
      if (text === '') continue;
      counts.lines += 1;
      const line = parse(text);
      if (line) take(line);
      else counts.foreign += 1;
    }
  return counts;
}
