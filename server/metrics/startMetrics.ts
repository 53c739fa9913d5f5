import type { Logger } from 'pino';
import type { Metrics, MetricsOptions } from './metrics.ts';

export type StartMetricsOptions = MetricsOptions & { readonly port: number; readonly log: Logger };

/** Counts, and serves the metrics on a loopback port. With a port in use it ends the process with exit code 1. */
export async function startMetrics({
  port,
  log,
  ...options
}: StartMetricsOptions): Promise<Metrics & { stop(): void }> {
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
