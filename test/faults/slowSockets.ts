import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '../bench/processes.ts';
import { startSite } from '../helpers/site/site.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, rounded, until } from './part.ts';
import { sizes } from './sizes.ts';

const visits = 20;
/** The most MB by which the process may grow. */
const mostGrown = 60 + 0.04 * sizes.sockets;

/** What is sent at once, and what a byte a second. */
const kinds = [
  { head: '', rest: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(5000)}` },
  {
    head: `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`,
    rest: `{"name":"${'a'.repeat(8000)}`,
  },
  { head: '', rest: '' },
] as const;

function openSlow(port: number, { head, rest }: (typeof kinds)[number]) {
  const socket = connect(port, '127.0.0.1', () => socket.write(head));
  socket.resume().on('error', () => {});
  return { socket, rest };
}

/** Opens many connections that trickle headers or a body, or are silent: visitors are served meanwhile, and all are cut. */
export async function runSlowSockets({ expect, counts, untilEnd }: Part): Promise<void> {
  const site = await untilEnd(startSite({}, { responseCache: true }));
  expect(await until(() => site.log.some(({ msg }) => msg === 'response cache compressed')), 'the site is not warm');
  const memoryBefore = residentMegabytes(site.pid);

  const slow: ReturnType<typeof openSlow>[] = [];
  for (let index = 0; index < sizes.sockets; index += 1) {
    slow.push(openSlow(site.port, kinds[index % kinds.length] ?? kinds[0]));
    // Slow enough not to fill the kernel's queue of new connections.
    if (index % 50 === 49) await sleep(10);
  }
  let ticks = 0;
  const trickling = setInterval(() => {
    for (const { socket, rest } of slow) if (!socket.closed) socket.write(rest[ticks] ?? '');
    ticks += 1;
  }, 1000);
  for (let visit = 0; visit < visits; visit += 1) {
    const { status } = await fetch(`${site.url}/`, { headers: { Connection: 'close' } });
    expect(status === 200, `a visitor was answered with ${status}`);
  }
  const grown = residentMegabytes(site.pid) - memoryBefore;
  expect(grown < mostGrown, `memory grew by ${rounded(grown)} MB`);
  await until(() => slow.every(({ socket }) => socket.closed));
  clearInterval(trickling);
  const open = slow.filter(({ socket }) => !socket.closed).length;
  expect(open === 0, `${open} connections are still open`);
  for (const { socket } of slow) socket.destroy();
  Object.assign(counts, { 'slow connections': sizes.sockets, 'grown by, MB': rounded(grown) });
}
