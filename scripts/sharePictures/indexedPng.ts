import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const paletteSize = 64;

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

function nearest(colour: number, palette: readonly number[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const red = (colour & 255) - (candidate & 255);
    const green = ((colour >> 8) & 255) - ((candidate >> 8) & 255);
    const blue = ((colour >> 16) & 255) - ((candidate >> 16) & 255);
    const distance = red * red + green * green + blue * blue;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** Neighbouring pixels of one colour. */
function* runsOf(colours: Uint32Array): Generator<{ colour: number; start: number; end: number }> {
  let start = 0;
  while (start < colours.length) {
    const colour = colours[start] ?? 0;
    let end = start + 1;
    while (colours[end] === colour) end++;
    yield { colour, start, end };
    start = end;
  }
}

/**
 * An opaque picture as a PNG with a palette (https://www.w3.org/TR/png-3/): its 64 most frequent colours; each other
 * colour becomes the nearest of them. For drawings, where the others are few pixels along edges. `pixels`: RGBA.
 */
export function indexedPng(pixels: Uint8Array, width: number, height: number): Buffer {
  // Alpha is the highest byte, and the same everywhere.
  const colours = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const counts = new Map<number, number>();
  for (const run of runsOf(colours)) counts.set(run.colour, (counts.get(run.colour) ?? 0) + run.end - run.start);
  const byFrequency = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b);
  const palette = byFrequency.slice(0, paletteSize);
  const indices = new Map(
    byFrequency.map((colour, rank) => [colour, rank < paletteSize ? rank : nearest(colour, palette)]),
  );

  const indexed = new Uint8Array(width * height);
  for (const { colour, start, end } of runsOf(colours)) indexed.fill(indices.get(colour) ?? 0, start, end);
  // The first byte of each row is its filter: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(indexed.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Eight bits, indexed.
  header.set([8, 3], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
