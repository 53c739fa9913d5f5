// A child process of floods.ts: sends requests over many connections until the parent stops it.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Flood = {
  readonly port: number;
  readonly connections: number;
  readonly method: 'GET' | 'POST';
  /** `#` stands for the number of the request. */
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  /** Gives each request an IP address of its own, as a botnet would. The site must run with TRUST_PROXY=1. */
  readonly manyAddresses?: boolean;
  /** Closes the connection soon after each request. */
  readonly hangsUp?: boolean;
  /** Milliseconds that a connection waits after a 503, so that the flood reaches its rate limit later. */
  readonly pause?: number;
};
/** The number of answers by status. `none`: no answer came. `429 for good` and `503 for good`: these answers lack Retry-After. */
export type Flooded = { readonly [status: string]: number };

/**
 * With `hangsUp`, a connection is closed so many milliseconds after its request. By then, the request is in the server's queue.
 * If the client closed earlier, the kernel's queue of new connections would fill, and the next connection would wait a second.
 */
const patience = 50;

process.once('message', async (flood: Flood) => {
  const { port, method, path, body, connections } = flood;
  const agent = new Agent({ keepAlive: !flood.hangsUp, maxSockets: connections });
  const statuses: Record<string, number> = {};
  // The IP addresses follow from this number. It begins at random, so that earlier floods have hardly used them.
  let sent = Math.floor(Math.random() * 2 ** 24);
  let answered = 0;
  let isStopped = false;
  process.once('message', () => {
    isStopped = true;
  });

  const ask = (): Promise<string> =>
    new Promise((resolve) => {
      sent += 1;
      const headers: Record<string, string> = { 'Accept-Encoding': 'br', ...flood.headers };
      if (body) headers['Content-Length'] = String(Buffer.byteLength(body));
      if (flood.manyAddresses)
        headers['X-Forwarded-For'] = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
      const asked = request(
        { host: '127.0.0.1', port, method, path: path.replace('#', String(sent % 5_000_000)), headers, agent },
        (response) => {
          const isForGood = [429, 503].includes(response.statusCode ?? 0) && !response.headers['retry-after'];
          response.resume();
          response.once('close', () => resolve(`${response.statusCode}${isForGood ? ' for good' : ''}`));
        },
      );
      asked.once('error', () => resolve('none'));
      asked.end(body, () => {
        if (flood.hangsUp) setTimeout(() => asked.destroy(), patience);
      });
    });

  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isStopped) {
        const status = await ask();
        statuses[status] = (statuses[status] ?? 0) + 1;
        answered += 1;
        if (answered === connections) process.send?.('begun');
        if (flood.pause && status === '503') await sleep(flood.pause);
      }
    }),
  );
  agent.destroy();
  process.send?.(statuses satisfies Flooded, () => process.disconnect());
});
