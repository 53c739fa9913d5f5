import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Site } from '../site/site.ts';
import { endServer, listen } from './listen.ts';

/** Forwards the body of the site's answer to `response`, perhaps late or in part. */
export type Relay = (body: IncomingMessage, response: ServerResponse) => void;

export type ProxyOptions = {
  /** The status with which the proxy itself answers. `count`: 1 for the path's first request. Undefined: forward the request. */
  readonly refuse?: (path: string, count: number) => number | undefined;
  /** The proxy forwards a request when the returned promise resolves. Undefined: forward at once. */
  readonly hold?: (path: string) => Promise<unknown> | undefined;
  /** Returns the headers to send in place of the headers of the site's answer. */
  readonly change?: (path: string, headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  /** Returns a function that sends the answer of a path late or in part. Undefined: forward the answer unchanged. */
  readonly relay?: (path: string) => Relay | undefined;
};

/** A proxy before the site. It sees requests of web workers and can stop within a body; Puppeteer's interception can do neither. */
export async function startProxy(site: Pick<Site, 'port'>, options: ProxyOptions) {
  /** The paths of the requests so far. */
  const asked: string[] = [];
  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? '/';
    asked.push(path);
    const refusal = options.refuse?.(path, asked.filter((one) => one === path).length);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    await options.hold?.(path);
    const { method, headers } = incoming;
    const outgoing = request({ port: site.port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, options.change?.(path, answer.headers) ?? answer.headers);
      const relay = options.relay?.(path);
      if (relay) relay(answer, response);
      else answer.pipe(response);
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    incoming.pipe(outgoing);
  });
  return { url: `http://localhost:${await listen(server)}`, asked, stop: () => endServer(server) };
}

export type SiteProxy = Awaited<ReturnType<typeof startProxy>>;
