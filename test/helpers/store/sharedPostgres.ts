import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Databases, databasesAt, type PostgresServer, startPostgres } from './postgres.ts';

let found: Promise<Databases> | undefined;

/** The cluster that all test files of a jest run share; the first call of the run starts it. */
export function sharedPostgres(): Promise<Databases> {
  found ??= ask();
  return found;
}

async function ask(): Promise<Databases> {
  const address = process.env.SHARED_POSTGRES;
  if (!address) throw new Error('only a run of jest has a shared PostgreSQL');
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return databasesAt(text);
}

/** Lets the files of this run call `sharedPostgres`. Returns what ends the cluster. */
export async function offerSharedPostgres(): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const offer = createServer((_, response) => {
    starting ??= startPostgres();
    starting.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => offer.listen(0, '127.0.0.1', resolve));
  process.env.SHARED_POSTGRES = `http://127.0.0.1:${(offer.address() as AddressInfo).port}`;
  return async () => {
    offer.close();
    offer.closeAllConnections();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}
