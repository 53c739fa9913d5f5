import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '../bench/processes.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, percentile, rounded, until } from './part.ts';
import { sizes } from './sizes.ts';

/** Milliseconds within which every slow connection must be closed. */
const cutWithin = 20_000;
const visits = 120;

/** What is sent at once, and what a byte a second; the server's limit in seconds. */
const kinds = {
  'trickles headers': { head: '', rest: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(500)}`, limit: 10 },
  'trickles a body': {
    head: `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`,
    rest: `{"name":"${'a'.repeat(800)}`,
    limit: 15,
  },
  'says nothing': { head: '', rest: '', limit: 10 },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

type Slow = { readonly kind: Kind; readonly socket: Socket; readonly begun: number; cut: number | undefined };

function openSlow(port: number, kind: Kind): Slow {
  const socket = connect(port, '127.0.0.1', () => socket.write(kinds[kind].head));
  const slow: Slow = { kind, socket, begun: Date.now(), cut: undefined };
  socket.resume().on('error', () => {});
  socket.on('close', () => {
    slow.cut = Date.now();
  });
  return slow;
}

/** The most unanswered requests that the server allows on one connection. */
const together = 4;
function requestsOf(file: string): string {
  return `GET ${file} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(together);
}

/**
 * Requests a file repeatedly and reads nothing, until the socket buffers are full and an answer stays unfinished, or
 * for `most` rounds. Resolves with the number of answered rounds.
 */
async function askWithoutReading(site: Site, socket: Socket, file: string, most = 125): Promise<number> {
  const begun = site.log.length;
  socket.on('error', () => {}).pause();
  for (let round = 1; round <= most; round += 1) {
    socket.write(requestsOf(file));
    const answered = () => site.log.slice(begun).filter((line) => line.path === file).length >= round * together;
    if (!(await until(answered, 1000))) return round - 1;
  }
  return most;
}

/** Makes visits one after another, each over a new connection. Resolves with the p99 of their milliseconds. */
async function visitsTo(site: Site, errors: string[]): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < visits; index += 1) {
    const begun = performance.now();
    const status = await rawRequest(`${site.url}/`, { headers: { Connection: 'close' } }).then(
      (answer) => answer.status,
      String,
    );
    if (status === 200) times.push(performance.now() - begun);
    else errors.push(String(status));
    await sleep(5);
  }
  return percentile(times, 0.99);
}

/** Opens many connections that trickle, are silent or do not read, while ordinary visitors use the site. */
export async function runSlowSockets({ expect, counts, untilEnd }: Part, measured: () => void): Promise<void> {
  const site = await untilEnd(startSite({}, { responseCache: true }));
  // On a busy machine this takes minutes.
  await until(() => site.log.some(({ msg }) => msg === 'response cache compressed'), 240_000, 100);
  const errors: string[] = [];
  await visitsTo(site, errors);
  const before = await visitsTo(site, errors);
  const memoryBefore = residentMegabytes(site.pid);

  const slow: Slow[] = [];
  let ticks = 0;
  const trickling = setInterval(() => {
    for (const { kind, socket } of slow) socket.write(kinds[kind].rest[ticks] ?? '');
    ticks += 1;
  }, 1000);
  for (let index = 0; index < sizes.sockets; index += 1) {
    slow.push(openSlow(site.port, names[index % names.length] as Kind));
    // Slow enough not to fill the kernel's queue of new connections.
    if (index % 50 === 49) await sleep(10);
  }
  const page = await rawRequest(site.url, { headers: { Connection: 'close' } });
  const script = /\/assets\/main\.[^"]+\.js/.exec(page.body.toString())?.[0] ?? '';
  const full = connect(site.port, '127.0.0.1');
  const fits = await askWithoutReading(site, full, script);
  // Node detaches a CONNECT request's socket from the server. Behind unread answers it must still be closed.
  const tunnel = connect(site.port, '127.0.0.1');
  await askWithoutReading(site, tunnel, script, fits);
  tunnel.write(`${requestsOf(script)}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`);
  const held = slow.filter(({ cut }) => cut === undefined).length;
  // Below 50 ms differences are noise. Another program may be why, once.
  const mostBusy = Math.max(5 * before, 50);
  let during = await visitsTo(site, errors);
  if (during > mostBusy) during = await visitsTo(site, errors);
  const memoryDuring = residentMegabytes(site.pid);
  measured();
  const allowance = 60 + 0.04 * sizes.sockets;
  expect(memoryDuring - memoryBefore < allowance, `memory grew by ${rounded(memoryDuring - memoryBefore)} MB`);
  await until(() => slow.every(({ cut }) => cut !== undefined), cutWithin + 5000);
  clearInterval(trickling);
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
  for (const socket of [...slow.map((each) => each.socket), full, tunnel]) socket.destroy();

  Object.assign(counts, { 'slow connections': sizes.sockets, 'held at once': held });
  const judge = (kind: string, milliseconds: number, limit: number): void => {
    counts[`${kind}: cut after at most, s`] = rounded(milliseconds / 1000);
    expect(milliseconds <= limit, `${kind}: ${milliseconds / 1000} s until cut`);
  };
  for (const name of names) {
    const times = slow.filter(({ kind }) => kind === name).map(({ begun, cut }) => (cut ?? Number.NaN) - begun);
    // A second each for the first byte, the server's check interval and the machine; more if the machine may be busy.
    judge(name, Math.max(...times), (kinds[name].limit + (sizes.long ? 3 : 5)) * 1000);
  }
  judge('reads nothing', Number(unreadAnswer()?.responseTime), cutWithin);
  counts['memory before and during, MB'] = `${rounded(memoryBefore)}, ${rounded(memoryDuring)}`;
  counts['p99 quiet and busy, ms'] = `${rounded(before)}, ${rounded(during)}`;
  expect(errors.length === 0, `${errors.length} visitors saw errors: ${errors[0]}`);
  expect(during <= mostBusy, `p99 of ${rounded(during)} ms against ${rounded(before)} ms`);
}
