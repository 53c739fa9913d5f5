import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, percentile, rounded, until } from './part.ts';
import { sizes } from './sizes.ts';

/** Milliseconds within which every slow connection must be closed. */
const cutWithin = 20_000;
/** A limit in milliseconds, plus a second each for the first byte, the server's check interval and the machine. */
function seconds(limit: number) {
  return (limit + 3) * 1000;
}
const visits = 120;

/** Resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

type Slow = { readonly kind: string; readonly begun: number; cut: number | undefined };

function trickle(socket: Socket, bytes: string): NodeJS.Timeout {
  let sent = 0;
  return setInterval(() => {
    if (sent < bytes.length) socket.write(bytes[sent] ?? '');
    sent += 1;
  }, 1000);
}

type Kind = {
  /** Uses a new connection; returns a timer to stop when the connection ends. */
  readonly act: (socket: Socket) => NodeJS.Timeout | undefined;
  readonly cutWithin: number;
};

const head = `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`;
const kinds: { readonly [kind: string]: Kind } = {
  'trickles headers': {
    act: (socket) => trickle(socket, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(500)}`),
    cutWithin: seconds(10),
  },
  'trickles a body': {
    act: (socket) => {
      socket.write(head);
      return trickle(socket, `{"name":"${'a'.repeat(800)}`);
    },
    cutWithin: seconds(15),
  },
  'says nothing': { act: () => undefined, cutWithin: seconds(10) },
};

/** Requests much and reads nothing. */
function greedy(socket: Socket): void {
  socket.pause();
  socket.write('GET /documents/terms-of-service.pdf HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40));
}

/** The most unanswered requests that the server allows on one connection. */
const together = 4;

/**
 * Requests a file repeatedly and reads nothing, until the socket buffers are full and an answer stays unfinished, or
 * for `most` rounds. Resolves with the number of answered rounds.
 */
async function askWithoutReading(site: Site, socket: Socket, file: string, most = 125): Promise<number> {
  const begun = site.log.length;
  socket.on('error', () => {});
  socket.pause();
  for (let round = 1; round <= most; round += 1) {
    socket.write(`GET ${file} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(together));
    const answered = () => site.log.slice(begun).filter((line) => line.path === file).length >= round * together;
    if (!(await until(answered, 1000))) return round - 1;
  }
  return most;
}

/** Makes visits one after another, each over a new connection. Resolves with their times in milliseconds. */
async function visitsTo(site: Site, errors: string[]): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < visits; index += 1) {
    const begun = performance.now();
    const answer = await rawRequest(`http://127.0.0.1:${site.port}/`, { headers: { Connection: 'close' } }).catch(
      String,
    );
    if (typeof answer !== 'string' && answer.status === 200) times.push(performance.now() - begun);
    else errors.push(typeof answer === 'string' ? answer : String(answer.status));
    await sleep(5);
  }
  return times;
}

/** Opens many connections that trickle, are silent or do not read, while ordinary visitors use the site. */
export async function runSlowSockets({ expect, counts, untilEnd }: Part, measured: () => void): Promise<void> {
  const site = await untilEnd(startSite({}, { responseCache: true }));
  // On a busy machine this takes minutes.
  await until(() => site.log.some(({ msg }) => msg === 'response cache compressed'), 240_000, 100);
  const errors: string[] = [];
  await visitsTo(site, errors);
  const quiet = await visitsTo(site, errors);
  const memoryBefore = memoryOf(site.pid);

  const slow: Slow[] = [];
  const sockets: Socket[] = [];
  const open = (kind: string, act: Kind['act']): void => {
    const entry: Slow = { kind, begun: Date.now(), cut: undefined };
    slow.push(entry);
    const socket = connect(site.port, '127.0.0.1', () => {
      const timer = act(socket) ?? undefined;
      socket.on('close', () => clearInterval(timer));
    });
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      entry.cut = Date.now();
    });
    sockets.push(socket);
  };
  const names = Object.keys(kinds);
  for (let index = 0; index < sizes.sockets; index += 1) {
    const kind = names[index % names.length] ?? '';
    open(kind, kinds[kind]?.act ?? (() => undefined));
    // Slow enough not to fill the kernel's queue of new connections.
    if (index % 50 === 49) await sleep(10);
  }
  const readers = Math.ceil(sizes.sockets / 20);
  const unread: Socket[] = [];
  for (let index = 0; index < readers; index += 1) {
    const socket = connect(site.port, '127.0.0.1', () => greedy(socket));
    socket.on('error', () => {});
    unread.push(socket);
  }
  const page = await rawRequest(site.url, { headers: { Connection: 'close' } });
  const script = /\/assets\/main\.[^"]+\.js/.exec(page.body.toString())?.[0] ?? '';
  const full = connect(site.port, '127.0.0.1');
  const fits = await askWithoutReading(site, full, script);
  // Node detaches a CONNECT request's socket from the server. Behind unread answers it must still be closed.
  const tunnel = connect(site.port, '127.0.0.1');
  await askWithoutReading(site, tunnel, script, fits);
  tunnel.write(
    `${`GET ${script} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(together)}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`,
  );
  unread.push(full, tunnel);
  const held = slow.filter(({ cut }) => cut === undefined).length;
  const before = percentile(quiet, 0.99);
  // Below 50 ms differences are noise. Another program may be why, once.
  const mostBusy = Math.max(5 * before, 50);
  let during = percentile(await visitsTo(site, errors), 0.99);
  if (during > mostBusy) during = percentile(await visitsTo(site, errors), 0.99);
  const memoryDuring = memoryOf(site.pid);
  measured();
  const allowance = 60 + 0.04 * sizes.sockets;
  expect(memoryDuring - memoryBefore < allowance, `memory grew by ${rounded(memoryDuring - memoryBefore)} MB`);
  await until(() => slow.every(({ cut }) => cut !== undefined), cutWithin + 5000);
  const unreadAnswer = () => site.log.find((line) => line.path === script && line.aborted === true);
  await until(() => unreadAnswer() !== undefined, cutWithin);
  // A paused client with unread data does not notice the end of its connection, so this counts the server's sockets.
  const connections = () =>
    readFileSync(`/proc/${site.pid}/net/tcp`, 'utf8')
      .split('\n')
      .filter((line) => {
        const [, local, , state] = line.trim().split(/\s+/);
        return local?.endsWith(`:${site.port.toString(16).toUpperCase().padStart(4, '0')}`) && state === '01';
      }).length;
  expect(await until(() => connections() === 0, cutWithin), `${connections()} connections are still open`);
  for (const socket of [...sockets, ...unread]) socket.destroy();

  Object.assign(counts, { 'slow connections': sizes.sockets, 'held at once': held });
  for (const kind of names) {
    const times = slow.filter((entry) => entry.kind === kind).map(({ begun, cut }) => (cut ?? Number.NaN) - begun);
    const longest = Math.max(...times);
    counts[`${kind}: cut after at most, s`] = rounded(longest / 1000);
    expect(longest <= (kinds[kind]?.cutWithin ?? 0), `${kind}: ${longest / 1000} s until cut`);
  }
  const unreadFor = Number(unreadAnswer()?.responseTime);
  counts['reads nothing: cut after, s'] = rounded(unreadFor / 1000);
  expect(unreadFor <= cutWithin, `reads nothing: ${unreadFor / 1000} s until cut`);
  counts['readers of nothing'] = readers;
  counts['memory before and during, MB'] = `${rounded(memoryBefore)}, ${rounded(memoryDuring)}`;
  counts['visits that failed'] = errors.length;
  counts['p99 quiet and busy, ms'] = `${rounded(before)}, ${rounded(during)}`;
  counts['p99 ratio'] = rounded(during / before, 2);
  expect(errors.length === 0, `visitors saw errors: ${errors[0]}`);
  expect(during <= mostBusy, `p99 of ${rounded(during)} ms against ${rounded(before)} ms`);
}
