import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type Arrivals, newArrivals } from '../site/arrivals.ts';
import { endServer, listen } from './listen.ts';

export type Received = { readonly method: string; readonly headers: IncomingHttpHeaders; readonly body: string };

type Answer = (...parameters: [...Parameters<RequestListener>, received: Received]) => void;

/** An HTTP server on the loopback address that keeps what it receives, such as alarms and heartbeats. */
export type Receiver = Awaited<ReturnType<typeof startReceivingServer>>;

export async function startReceivingServer() {
  const received: Arrivals<Received> = newArrivals(() => JSON.stringify(received.all));
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const raw = await buffer(request);
    const body = (headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString();
    received.add({ method, headers, body });
    receiver.answer(request, response, { method, headers, body });
  });
  const port = await listen(server);
  const receiver = {
    port,
    url: `http://127.0.0.1:${port}/topic`,
    /** The requests so far, in order. */
    all: received.all,
    waitFor: received.waitFor,
    /** Answers a received request. A test may replace this function. */
    answer: ((_request, response) => response.end()) as Answer,
    stop: () => endServer(server),
  };
  return receiver;
}
