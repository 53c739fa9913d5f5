import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { pathOf } from '../../http/request.ts';
import type { MetricsOptions } from './metrics.ts';

type StartMetricsOptions = MetricsOptions & { readonly port: number | undefined; readonly log: Logger };

/**
 * Loads prom-client and serves `/metrics` on a port of the loopback address. Resolves with undefined if there is no port. If the port
 * is in use, ends the process with exit code 1.
 */
export async function startMetrics({ port, log, ...options }: StartMetricsOptions) {
  if (port === undefined) return undefined;
  const { register } = await import(/* webpackMode: "lazy", webpackChunkName: "metrics" */ 'prom-client');
  const { createMetrics } = await import(/* webpackMode: "lazy", webpackChunkName: "metrics" */ './metrics.ts');
  const metrics = createMetrics(options);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (pathOf(request) !== '/metrics') return response.writeHead(404).end();
    if (request.method !== 'GET') return response.writeHead(405, { Allow: 'GET' }).end();
    try {
      const text = await register.metrics();
      response.writeHead(200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      log.error({ err: error }, 'metrics not collected');
      response.writeHead(500).end();
    }
  };
  const server = createServer(answer);
  await once(server.listen(port, '127.0.0.1'), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') log.fatal(`METRICS_PORT: port ${port} is in use by another process`);
    else log.fatal({ err: error }, 'METRICS_PORT: cannot listen');
    process.exit(1);
  });
  const { port: own } = server.address() as AddressInfo;
  log.info({ port: own, url: `http://127.0.0.1:${own}/metrics` }, 'metrics are served');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { ...metrics, stop };
}
