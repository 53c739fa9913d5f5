import { closeSync, openSync, readSync } from 'node:fs';

const windowSize = 8;
/** Windows of about 200 submissions. */
const maxWindows = 200_000;
const maxFragments = 100;
const pagesAtATime = 256;

/** The b-tree pages, by the first byte of their header, and the length of that header. */
const headerLengths: { readonly [type: number]: number } = { 2: 12, 5: 12, 10: 8, 13: 8 };

/**
 * The unused bytes of the b-tree pages in an SQLite file. There it leaves copies of rows that it has moved to another
 * page, also with `secure_delete`. https://www.sqlite.org/fileformat2.html#b_tree_pages
 *
 * No connection of this process may have the file open: closing it here would drop their locks.
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
function* unusedBytes(file: string): Generator<Buffer> {
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(18);
    readSync(descriptor, start, 0, start.length, 0);
    const stored = start.readUInt16BE(16);
    const pageSize = stored === 1 ? 65_536 : stored;
    if (pageSize < 512) return;
    const chunk = Buffer.alloc(pageSize * pagesAtATime);
    for (let position = 0; ; position += chunk.length) {
      const length = readSync(descriptor, chunk, 0, chunk.length, position);
      for (let offset = 0; offset + pageSize <= length; offset += pageSize) {
        const page = chunk.subarray(offset, offset + pageSize);
        // The first page begins with the header of the database.
        const header = position + offset === 0 ? 100 : 0;
        const headerLength = headerLengths[page[header] ?? 0];
        if (headerLength === undefined) continue;
        const cells = page.readUInt16BE(header + 3);
        const content = page.readUInt16BE(header + 5) || 65_536;
        yield page.subarray(header + headerLength + 2 * cells, content);
      }
      if (length < chunk.length) return;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Finds what is left of erased texts in the unused bytes of a database. */
export type RemnantSearch = {
  /** Adds a text that has been erased. */
  add(text: string): void;
  /** The parts of these texts that are there, longest first; undefined if there is too much to look for or at. */
  fragmentsIn(file: string): readonly Buffer[] | undefined;
};

export function newRemnantSearch(): RemnantSearch {
  const windows = new Set<string>();
  return {
    add: (text) => {
      const bytes = Buffer.from(text).toString('latin1');
      for (let start = 0; start + windowSize <= bytes.length && windows.size < maxWindows; start += 1)
        windows.add(bytes.slice(start, start + windowSize));
    },
    fragmentsIn: (file) => {
      if (windows.size >= maxWindows) return undefined;
      const fragments = new Set<string>();
      for (const unused of unusedBytes(file)) {
        const first = unused.findIndex((byte) => byte !== 0);
        const bytes = first < 0 ? '' : unused.toString('latin1', first);
        for (let start = 0; start + windowSize <= bytes.length; start += 1) {
          let end = start;
          while (windows.has(bytes.slice(end, end + windowSize))) end += 1;
          if (end === start) continue;
          fragments.add(bytes.slice(start, end + windowSize - 1));
          start = end;
        }
        if (fragments.size > maxFragments) return undefined;
      }
      return [...fragments].sort((a, b) => b.length - a.length).map((fragment) => Buffer.from(fragment, 'latin1'));
    },
  };
}
