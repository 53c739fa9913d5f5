import type { Readable } from 'node:stream';

/** The fields of the site's log lines that the report reads. */
export type LogLine = Readonly<
  Partial<
    Record<'time' | 'event' | 'msg' | 'message' | 'path' | 'name', string> &
      Record<'level' | 'status' | 'responseTime' | 'value', number> & { aborted: boolean }
  >
>;

/** Yields some lines at a time. Not `readline`, which would also split at U+2028, a character that JSON may contain. */
async function* linesOf(source: Readable): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
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
export async function readLog(source: Readable, take: (line: LogLine) => void): Promise<void> {
  for await (const lines of linesOf(source))
    for (const text of lines) {
      const line = parse(text);
      if (line) take(line);
    }
}
