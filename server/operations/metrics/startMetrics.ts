import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { pathOf } from '../../http/request.ts';
import type { Metrics, MetricsOptions } from './metrics.ts';

type StartMetricsOptions = MetricsOptions & { readonly port: number | undefined; readonly log: Logger };

export type ServedMetrics = Metrics & { readonly stop: () => void };

/** Serves `/metrics` on a port of the loopback address. Resolves with a function that stops it. Rejects like `listen`. */
async function serveMetrics(metrics: Metrics, port: number, log: Logger): Promise<() => void> {
  const server = createServer(async (request, response) => {
    if (pathOf(request) !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end();
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      log.error({ err: error }, 'metrics not collected');
      response.writeHead(500).end();
    }
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const { port: own } = server.address() as AddressInfo;
  log.info({ port: own, url: `http://127.0.0.1:${own}/metrics` }, 'metrics are served');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/**
 * Loads prom-client, counts, and serves the metrics on a loopback port; undefined without a port. With a port in use it
 * ends the process with exit code 1.
 */
export async function startMetrics(options: StartMetricsOptions): Promise<ServedMetrics | undefined> {
  const { port, log } = options;
  if (port === undefined) return undefined;
  const { createMetrics } = await import(/* webpackMode: "lazy", webpackChunkName: "metrics" */ './metrics.ts');
  const metrics = createMetrics(options);
  try {
    return { ...metrics, stop: await serveMetrics(metrics, port, log) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') log.fatal(`METRICS_PORT: port ${port} is in use by another process`);
    else log.fatal({ err: error }, 'METRICS_PORT: cannot listen');
    process.exit(1);
  }
}
