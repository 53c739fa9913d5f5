import { Buffer } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** In bytes. The site writes lines of a few thousand at most. */
const maxLine = 64 * 1024;
const lineFeed = 10;
// https://www.rfc-editor.org/rfc/rfc1952#page-6
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** The fields of a log line, which anyone may have written. */
export type LogLine = Readonly<Record<string, unknown>>;

/** What a log held. `foreign`: lines that are not a JSON object. `long`: lines that were skipped for their length. */
export type LineCounts = { readonly lines: number; readonly foreign: number; readonly long: number };

type Chunks = AsyncIterable<Buffer>;

/** The bytes of a log, unpacked if they are gzip. Rejects if they cannot be read. */
async function* unpacked(source: Readable): Chunks {
  const chunks = (source as Chunks)[Symbol.asyncIterator]();
  let begin = Buffer.alloc(0);
  while (begin.length < gzipMagic.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    begin = Buffer.concat([begin, value]);
  }
  const all = async function* () {
    yield begin;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  if (!begin.subarray(0, gzipMagic.length).equals(gzipMagic)) return yield* all();
  yield* pipeline(Readable.from(all()), createGunzip(), () => {}) as Chunks;
}

/** Undefined for what is not a JSON object. */
function parse(text: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogLine) : undefined;
  } catch {
    return undefined;
  }
}

/** Calls `take` with each line that is a JSON object. Resolves with the counts; rejects if the log cannot be read. */
export async function readLog(source: Readable, take: (line: LogLine) => void): Promise<LineCounts> {
  const counts = { lines: 0, foreign: 0, long: 0 };
  let held = Buffer.alloc(0);
  let isTooLong = false;

  const takeLine = (line: Buffer): void => {
    counts.lines += 1;
    const parsed = parse(line.toString());
    if (parsed) take(parsed);
    else counts.foreign += 1;
  };
  const endLine = (part: Buffer): void => {
    if (isTooLong || held.length + part.length > maxLine) {
      counts.lines += 1;
      counts.long += 1;
    } else if (held.length > 0) takeLine(Buffer.concat([held, part]));
    else if (part.length > 0) takeLine(part);
    held = Buffer.alloc(0);
    isTooLong = false;
  };
  const hold = (part: Buffer): void => {
    if (held.length + part.length > maxLine) isTooLong = true;
    held = isTooLong ? Buffer.alloc(0) : Buffer.concat([held, part]);
  };

  for await (const chunk of unpacked(source)) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      endLine(chunk.subarray(start, end));
      start = end + 1;
    }
    hold(chunk.subarray(start));
  }
  endLine(Buffer.alloc(0));
  return counts;
}
