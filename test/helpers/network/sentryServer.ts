import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type Arrivals, newArrivals } from '../site/arrivals.ts';

/** A mock of Sentry's envelope endpoint on the loopback address. */
export type SentryServer = {
  readonly dsn: string;
  readonly origin: string;
  /** The received envelopes, in order. */
  readonly envelopes: readonly string[];
  readonly waitFor: (fits: (envelope: string) => boolean) => Promise<string>;
  readonly stop: () => Promise<void>;
};

const patience = 15_000;

export async function startSentryServer(): Promise<SentryServer> {
  const envelopes: Arrivals<string> = newArrivals(patience, () => `${envelopes.all.length} envelopes have come`);
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'POST') {
      const raw = await buffer(request);
      envelopes.add((request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString());
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://publickey@localhost:${port}/42`,
    origin: `http://localhost:${port}`,
    envelopes: envelopes.all,
    waitFor: envelopes.waitFor,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
