import { createServer } from 'node:net';
import { listen } from '../network/listen.ts';

/** A free port, for a program that cannot choose one itself because its configuration must name the port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
