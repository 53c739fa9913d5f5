import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Arrivals, newArrivals } from '../site/arrivals.ts';

export type Received = { readonly method: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** An HTTP server on the loopback address that receives alarms and heartbeats. */
export type Receiver = {
  readonly port: number;
  readonly url: string;
  /** The requests so far, in order. */
  readonly all: readonly Received[];
  readonly waitFor: Arrivals<Received>['waitFor'];
  /** Answers a request that has been received. */
  answer: RequestListener;
  readonly stop: () => Promise<void>;
};

const patience = 15_000;

export async function startReceivingServer(port = 0): Promise<Receiver> {
  const received: Arrivals<Received> = newArrivals(patience, () => JSON.stringify(received.all));
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    received.add({ method, headers, body: await text(request) });
    receiver.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  const receiver: Receiver = {
    port: own,
    url: `http://127.0.0.1:${own}/topic`,
    all: received.all,
    waitFor: received.waitFor,
    answer: (_request, response) => response.end(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
