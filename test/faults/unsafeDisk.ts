import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TracedCall } from './tracedCalls.ts';

const sector = 512;

/** A change of a file or folder that the disk may or may not have. */
type Change =
  | { readonly offset: number; readonly data: Buffer }
  | { readonly length: number }
  /** Entries of a folder; undefined: removed. */
  | { readonly entries: ReadonlyMap<string, Node | undefined> };

/** A file or folder: what the disk certainly has, and what was done since it was last synced. */
type Node = { disk: Content; readonly pending: Change[] };
type Content = { bytes: Buffer; length: number; readonly entries: Map<string, Node> | undefined };

function newNode(isFolder: boolean): Node {
  return { disk: { bytes: Buffer.alloc(0), length: 0, entries: isFolder ? new Map() : undefined }, pending: [] };
}

function copyOf({ bytes, length, entries }: Content): Content {
  return { bytes: Buffer.from(bytes.subarray(0, length)), length, entries: entries && new Map(entries) };
}

function setLength(content: Content, length: number): void {
  if (length > content.bytes.length) {
    const bytes = Buffer.alloc(2 * length);
    content.bytes.copy(bytes, 0, 0, content.length);
    content.bytes = bytes;
  } else content.bytes.fill(0, Math.min(length, content.length), Math.max(length, content.length));
  content.length = length;
}

function apply(content: Content, change: Change): void {
  if ('data' in change) {
    setLength(content, Math.max(content.length, change.offset + change.data.length));
    change.data.copy(content.bytes, change.offset);
  } else if ('length' in change) setLength(content, change.length);
  else
    for (const [name, node] of change.entries)
      if (node) content.entries?.set(name, node);
      else content.entries?.delete(name);
}

function* sectorsOf({ offset, data }: { offset: number; data: Buffer }) {
  for (let start = 0; start < data.length; ) {
    const end = Math.min(data.length, start + sector - ((offset + start) % sector));
    yield { offset: offset + start, data: data.subarray(start, end) };
    start = end;
  }
}

/** How a disk treats what is not synced: the share of changes that it keeps, and of the others those that it tears. */
export type Luck = { readonly kept: number; readonly torn: number };

function applyByLuck(content: Content, changes: readonly Change[], { kept, torn }: Luck, random: () => number): void {
  for (const change of changes)
    if (random() < kept) apply(content, change);
    else if ('data' in change) {
      if (random() < torn) for (const piece of sectorsOf(change)) if (random() < 0.5) apply(content, piece);
      // The file may be longer though the data is not there.
      if (random() < torn) setLength(content, Math.max(content.length, change.offset + change.data.length));
    }
}

/**
 * A disk below the folder `root` that has for certain only what was synced. What a failed sync was to cover is kept, torn
 * or dropped by `afterFailure`, and no later sync brings it back: the page cache takes it for written.
 */
export function newUnsafeDisk(root: string, random: () => number, afterFailure: Luck) {
  const top = newNode(true);
  const syncs = new Map<number, { readonly node: Node; readonly covered: number }>();

  const current = ({ disk, pending }: Node): ReadonlyMap<string, Node> => {
    const content = copyOf({ ...disk, length: 0 });
    for (const change of pending) apply(content, change);
    return content.entries ?? new Map();
  };
  const find = (file: string): Node | undefined =>
    path
      .relative(root, file)
      .split('/')
      .filter(Boolean)
      .reduce<Node | undefined>((node, name) => node && current(node).get(name), top);
  const enter = (file: string, entries: ReadonlyMap<string, Node | undefined>) =>
    find(path.dirname(file))?.pending.push({ entries });

  const settle = ({ node, covered }: { node: Node; covered: number }, failed: boolean): void => {
    const changes = node.pending.splice(0, covered);
    // A folder's entries are in the file system's journal, which writes them later or no more: they stay uncertain.
    if (failed && node.disk.entries) node.pending.unshift(...changes);
    else if (failed) applyByLuck(node.disk, changes, afterFailure, random);
    else for (const change of changes) apply(node.disk, change);
    // Of syncs of one file at the same time, the first to end settles what both cover.
    for (const [id, other] of syncs)
      if (other.node === node && changes.length > 0 && !(failed && node.disk.entries))
        syncs.set(id, { node, covered: Math.max(0, other.covered - covered) });
  };

  const take = (call: TracedCall): void => {
    if (call.call === 'answer') return;
    const { file } = call;
    if (call.call === 'create') {
      if (!find(file)) enter(file, new Map([[path.basename(file), newNode(call.isFolder)]]));
    } else if (call.call === 'remove') enter(file, new Map([[path.basename(file), undefined]]));
    else if (call.call === 'rename') {
      if (path.dirname(call.to) !== path.dirname(file)) throw new Error(`unknown to the replay: ${file} to ${call.to}`);
      const names = [[path.basename(file), undefined] as const, [path.basename(call.to), find(file)] as const];
      enter(file, new Map(names));
    } else if (call.call === 'endSync') {
      const sync = syncs.get(call.sync);
      syncs.delete(call.sync);
      if (sync) settle(sync, call.failed);
    } else {
      const node = find(file);
      if (!node) return;
      if (call.call === 'beginSync') syncs.set(call.sync, { node, covered: node.pending.length });
      else
        node.pending.push(call.call === 'write' ? { offset: call.offset, data: call.data } : { length: call.length });
    }
  };

  const write = (node: Node, target: string, luck: Luck): void => {
    const content = copyOf(node.disk);
    applyByLuck(content, node.pending, luck, random);
    if (!content.entries) {
      writeFileSync(target, content.bytes.subarray(0, content.length));
      return;
    }
    mkdirSync(target, { recursive: true });
    // Its content is made anew by whoever opens the database first.
    for (const [name, entry] of content.entries)
      if (!name.endsWith('-shm')) write(entry, path.join(target, name), luck);
  };

  return {
    take,
    /** Writes into a folder what the disk has after a power cut at this moment. */
    cutTo: (target: string, luck: Luck): void => write(top, target, luck),
    /** Whether a file has changes that are not synced. */
    isUnsynced: (file: string): boolean => (find(file)?.pending.length ?? 0) > 0,
  };
}
