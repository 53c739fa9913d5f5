import { rmSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import { createHttpServer } from '../../../server/http/connections.ts';
import { createLog } from '../../../server/lib/log.ts';
import { startServices } from '../../../server/services.ts';
import { endServer, listen } from '../network/listen.ts';
import { type Arrivals, newArrivals } from './arrivals.ts';
import { type Environment, type LogLine, newDataDirectory, type Site } from './site.ts';

const dist = path.resolve(import.meta.dirname, '../../../dist');

/** The server in the test's own process, without the response cache. The renderer is the built program in a process of its own. */
export type App = Pick<Site, 'url' | 'port' | 'dataDirectory' | 'log' | 'waitForLog'> & {
  /** Resolves when each alarm's condition has been checked once. */
  readonly checkedOnce: Promise<void>;
  /** Stops the server. Removes the data directory, if `startApp` created it. */
  readonly stop: () => Promise<void>;
};

/** Starts the server on a free port of the loopback address. It sees only these environment variables. */
export async function startApp(environment: Environment = {}): Promise<App> {
  const { DATA_DIR: dataDirectory = newDataDirectory() } = environment;
  const config = readConfig({ PORT: '0', ...environment, DATA_DIR: dataDirectory });
  const lines: Arrivals<LogLine> = newArrivals(() => lines.all.map((line) => JSON.stringify(line)).join('\n'));
  const log = createLog(config.operations.logLevel, { write: (line) => lines.add(JSON.parse(line) as LogLine) });
  const services = await startServices(config, log, dist);
  const { pages, metrics } = services;
  const server = createHttpServer(
    createApp(services, () => false),
    { log, commonHeaders: pages.commonHeaders, onRequest: metrics?.countRequest },
  );
  const port = await listen(server);
  return {
    url: `http://localhost:${port}`,
    port,
    dataDirectory,
    log: lines.all,
    waitForLog: lines.waitFor,
    checkedOnce: services.alarms.checkedOnce,
    stop: async () => {
      await services.stop(0);
      await endServer(server);
      await services.close();
      if (environment.DATA_DIR === undefined) rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
