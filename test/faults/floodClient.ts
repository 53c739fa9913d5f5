// The other end of a flood, in a process of its own: many connections that ask again and again. floods.ts starts it.
import { Agent, request } from 'node:http';

export type Flood = {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  /** Each request under an address of its own, as a botnet has them; the site must trust one proxy. */
  readonly manyAddresses?: boolean;
  /** Hangs up as soon as a request is sent. */
  readonly hangsUp?: boolean;
};
/** How often each status came; `none` without an answer. */
export type Flooded = { readonly [status: string]: number };

/**
 * Milliseconds until a request is hung up on. It has come by then, and still waits where many do. Hung up on at once,
 * connections come faster than any process accepts them: the kernel's queue fills, and the flood itself waits a second.
 */
const patience = 50;

process.once('message', async (flood: Flood) => {
  const { port, method, path, body, connections } = flood;
  const agent = new Agent({ keepAlive: !flood.hangsUp, maxSockets: connections });
  const statuses: Record<string, number> = {};
  const end = performance.now() + flood.milliseconds;
  // Addresses that no earlier flood had.
  let sent = Math.floor(Math.random() * 2 ** 24);

  const ask = (): Promise<string> =>
    new Promise((resolve) => {
      sent += 1;
      const headers: Record<string, string> = { 'Accept-Encoding': 'br', ...flood.headers };
      if (body) headers['Content-Length'] = String(Buffer.byteLength(body));
      if (flood.manyAddresses)
        headers['X-Forwarded-For'] = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
      const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
        response.resume();
        response.once('close', () => resolve(String(response.statusCode)));
      });
      asked.once('error', () => resolve('none'));
      asked.end(body, () => {
        if (flood.hangsUp) setTimeout(() => asked.destroy(), patience);
      });
    });

  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const status = await ask();
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  agent.destroy();
  process.send?.(statuses satisfies Flooded, () => process.disconnect());
});
