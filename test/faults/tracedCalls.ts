import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What a process did to files, in the order of the trace. Paths are absolute. */
export type TracedCall =
  /** Creates what is not there already. */
  | { readonly call: 'create'; readonly file: string; readonly isFolder: boolean }
  | { readonly call: 'write'; readonly file: string; readonly offset: number; readonly data: Buffer }
  | { readonly call: 'resize'; readonly file: string; readonly length: number }
  | { readonly call: 'remove'; readonly file: string }
  | { readonly call: 'rename'; readonly file: string; readonly to: string }
  /** A sync covers what was written before it began, and counts when it has ended. `sync` tells the two ends. */
  | { readonly call: 'beginSync'; readonly file: string; readonly sync: number }
  | { readonly call: 'endSync'; readonly file: string; readonly sync: number; readonly failed: boolean }
  /** The first byte of an answer may have left. */
  | { readonly call: 'answer'; readonly status: number; readonly reference: string | undefined };

const names = [
  'open,openat,creat,mkdir,mkdirat,unlink,unlinkat,rename,renameat,renameat2,link,linkat',
  'write,pwrite64,writev,pwritev,sendto,sendmsg,ftruncate,truncate,fallocate,copy_file_range,msync',
  'fsync,fdatasync,sync_file_range',
];

/** Those with which the replay can work. */
const known = ['open', 'openat', 'mkdir', 'unlink', 'rename', 'ftruncate', 'pwrite64'];

/** What strace records of one call, in bytes. */
const longestWrite = 1024 * 1024;

/**
 * The words before a command that write its calls into a file. The command keeps its process id and its exit code. `inject`:
 * an expression of strace, such as `fsync:error=EIO:when=20+`.
 */
export function tracer(file: string, inject?: string): string[] {
  const options = ['-D', '-f', '-y', '-xx', '-s', String(longestWrite), '--seccomp-bpf'];
  return [
    'strace',
    ...options,
    '-e',
    `trace=${names.join(',')}`,
    ...(inject ? ['-e', `inject=${inject}`] : []),
    '-o',
    file,
  ];
}

export function canTrace(): boolean {
  const [command = '', ...words] = tracer('/dev/null', 'fsync:error=EIO:when=20+');
  return spawnSync(command, [...words, 'true'], { stdio: 'ignore' }).status === 0;
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}

function textOf(hex: string | undefined): string {
  return bytesOf(hex ?? '').toString();
}

/** The strings of a call, all of whose bytes are escaped. */
function stringsIn(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => hex);
}

const httpVersion = [...Buffer.from('HTTP/1.1 ')].map((byte) => `\\x${byte.toString(16)}`).join('');

function answerIn(text: string): TracedCall | undefined {
  const sent = stringsIn(text).find((hex) => hex.startsWith(httpVersion));
  if (sent === undefined) return undefined;
  const head = textOf(sent);
  return { call: 'answer', status: Number(head.slice(9, 12)), reference: /^x-reference: (\S+)/im.exec(head)?.[1] };
}

/** The calls of a trace that concern files below `root` or send answers. Throws for a call that it does not know. */
export async function tracedCalls(file: string, root: string): Promise<TracedCall[]> {
  const calls: TracedCall[] = [];
  // No order depends on the alarms that were told, which are written without a sync.
  const below = (name: string) => name === root || (name.startsWith(`${root}/`) && !name.endsWith('/alarms.json'));
  let syncs = 0;

  const note = (name: string, text: string, result: number): void => {
    const descriptor = textOf(/^\d+<([^>]*)>/.exec(text)?.[1]);
    const [first, second] = stringsIn(text);
    const named = textOf(first);
    const lastNumber = () => Number(/, (\d+)\) *= /.exec(text)?.[1]);
    const target = ['pwrite64', 'ftruncate'].includes(name) ? descriptor : named;
    if (!known.includes(name)) {
      const sent = answerIn(text);
      if (sent) calls.push(sent);
      else if ([descriptor, named].some(below)) throw new Error(`unknown to the replay: ${name}, ${descriptor}`);
    } else if (!below(target) || result < 0) return;
    else if (name === 'mkdir') calls.push({ call: 'create', file: target, isFolder: true });
    else if (name === 'unlink') calls.push({ call: 'remove', file: target });
    else if (name === 'rename') calls.push({ call: 'rename', file: target, to: textOf(second) });
    else if (name === 'ftruncate') calls.push({ call: 'resize', file: target, length: lastNumber() });
    else if (name === 'pwrite64') {
      const data = bytesOf(first ?? '').subarray(0, result);
      if (result > longestWrite) throw new Error(`a write of ${result} bytes to ${target}`);
      calls.push({ call: 'write', file: target, offset: lastNumber(), data });
    } else if (text.includes('O_TRUNC')) throw new Error(`unknown to the replay: ${name}, ${target}`);
    else if (text.includes('O_CREAT')) calls.push({ call: 'create', file: target, isFolder: false });
  };

  const take = (text: string, begin: boolean, end: boolean, sync: number): void => {
    const [, name = '', rest = ''] = /^(\w+)\((.*)$/s.exec(text) ?? [];
    if (name !== 'fsync' && name !== 'fdatasync') {
      if (begin) note(name, rest, Number(/\) *= (-?\d+)(?:<[^>]*>)?(?: .*)?$/.exec(rest)?.[1] ?? 0));
      return;
    }
    const synced = textOf(/^\d+<([^>]*)>/.exec(rest)?.[1]);
    if (!below(synced)) return;
    if (begin) calls.push({ call: 'beginSync', file: synced, sync });
    if (end) calls.push({ call: 'endSync', file: synced, sync, failed: !/\) *= 0$/.test(rest) });
  };

  // Of a call that a thread's switch has split: its beginning, by thread.
  const unfinished = new Map<string, { readonly text: string; readonly sync: number }>();
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const begun = /^(.*?) *<unfinished \.\.\.>$/s.exec(text)?.[1];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text)?.[1];
    if (begun !== undefined) {
      syncs += 1;
      unfinished.set(thread, { text: begun, sync: syncs });
      // What it writes may reach the disk from now on; whether it succeeds is not asked: none of these fails here.
      take(`${begun}) = ${begun.startsWith('pwrite64') ? longestWrite : 0}`, true, false, syncs);
    } else if (resumed !== undefined) {
      const { text: start = '', sync = 0 } = unfinished.get(thread) ?? {};
      take(start + resumed, false, true, sync);
    } else if (/^\w+\(/.test(text)) {
      syncs += 1;
      take(text, true, true, syncs);
    }
  }
  return calls;
}
