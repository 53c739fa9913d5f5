import type { Logger } from 'pino';
import type { Metrics, MetricsOptions } from './metrics.ts';

export type StartMetricsOptions = MetricsOptions & { readonly port: number | undefined; readonly log: Logger };

export type ServedMetrics = Metrics & { readonly stop: () => void };

/**
 * Loads prom-client, counts, and serves the metrics on a loopback port; undefined without a port. With a port in use it
 * ends the process with exit code 1.
 */
export async function startMetrics(options: StartMetricsOptions): Promise<ServedMetrics | undefined> {
  const { port, log } = options;
  if (port === undefined) return undefined;
  const { createMetrics } = await import(/* webpackMode: "lazy", webpackChunkName: "metrics" */ './metrics.ts');
  const { serveMetrics } = await import(/* webpackMode: "lazy", webpackChunkName: "metrics" */ './serveMetrics.ts');
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
