import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The fields of the site's log lines that the report reads, each with a value of its type. */
const fields = {
  ...{ time: '', event: '', msg: '', message: '', path: '', name: '' },
  ...{ level: 0, status: 0, responseTime: 0, value: 0, aborted: false },
};
export type LogLine = Readonly<Partial<typeof fields>>;

/** Opens a log file, and unpacks it if its name ends in `.gz`. If reading the file fails, the returned stream fails as well. */
export function openLog(file: string): Readable {
  const bytes = createReadStream(file);
  return file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes;
}

/** Leaves out fields of another type: a log may hold lines of other programs, or lines that somebody has made up. */
function parse(text: string): LogLine | undefined {
  try {
    if (!text.startsWith('{')) return undefined;
    const all = Object.entries(JSON.parse(text) as object);
    return Object.fromEntries(all.filter(([name, value]) => typeof value === typeof fields[name as keyof LogLine]));
  } catch {
    return undefined;
  }
}

/** Calls `take` with each line that is a JSON object. Node's `readline` would split lines at U+2028 too, which JSON may contain. */
export async function readLog(source: Readable, take: (line: LogLine) => void): Promise<void> {
  let rest = '';
  const takeLines = (lines: readonly string[]) => {
    for (const line of lines.map(parse)) if (line) take(line);
  };
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    takeLines(lines);
  }
  takeLines([rest]);
}
