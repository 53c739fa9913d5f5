import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Logger } from 'pino';
import { register } from 'prom-client';
import { createMetrics, type MetricsOptions } from './metrics.ts';

type StartMetricsOptions = MetricsOptions & { readonly port: number | undefined; readonly log: Logger };

/** Serves `/metrics` on a port of the loopback address. Without a port, resolves with undefined. If the port is in use, exits with 1. */
export async function startMetrics({ port, log, store, alarms }: StartMetricsOptions) {
  if (port === undefined) return undefined;
  const metrics = createMetrics({ store, alarms });
  const app = express();
  app.get('/metrics', async (_request, response) => {
    const text = await register.metrics();
    response.writeHead(200, { 'Content-Type': register.contentType, Connection: 'close' }).end(text);
  });
  const server = app.listen(port, '127.0.0.1').unref();
  await once(server, 'listening').catch((error: Error) => {
    log.fatal(`METRICS_PORT: port ${port} is in use or not allowed (${error.message})`);
    process.exit(1);
  });
  const { port: own } = server.address() as AddressInfo;
  log.info({ port: own, url: `http://127.0.0.1:${own}/metrics` }, 'metrics are served');
  return metrics;
}
