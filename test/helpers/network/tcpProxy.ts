import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** Starts a proxy on a free loopback port in front of a PostgreSQL server's port; it breaks connections as a test requires. */
export async function startTcpProxy(target: number) {
  const clients = new Set<Socket>();
  let destinationPort = target;
  let gate: PromiseWithResolvers<void> | undefined;

  const take = (client: Socket): void => {
    const server = connect({ port: destinationPort, host: '127.0.0.1', noDelay: true });
    clients.add(client);
    client.once('close', () => clients.delete(client));
    const relay = (source: Socket, destination: Socket): void => {
      source.on('data', async (chunk: Buffer) => {
        source.pause();
        await gate?.promise;
        destination.write(chunk);
        source.resume();
      });
      source.on('error', () => {});
      source.once('close', async () => {
        await gate?.promise;
        destination.destroySoon();
      });
    };
    relay(client, server);
    relay(server, client);
  };

  const open = (): Server => createServer({ noDelay: true }, take);
  let listener: Server | undefined = open();
  const port = await listen(listener);

  const refuse = (): void => {
    listener?.close();
    listener = undefined;
  };
  /** Closes all connections by RST, as a crashed machine that is back. */
  const cut = (): void => {
    for (const client of clients) client.resetAndDestroy();
  };
  return {
    port,
    /** The address of a database with the proxy in place of the server. */
    through: (databaseUrl: string) => String(Object.assign(new URL(databaseUrl), { port })),
    /** New connections are refused. */
    refuse,
    /** Forwards nothing in either direction, nor an end. New connections are accepted. */
    hang: (): void => {
      gate ??= Promise.withResolvers();
    },
    /** Ends `refuse` and `hang`. What was held is forwarded. */
    resume: async (): Promise<void> => {
      gate?.resolve();
      gate = undefined;
      if (listener) return;
      listener = open();
      await listen(listener, port);
    },
    /** Sends new connections to another port, and cuts those to the old one. */
    moveTo: (value: number): void => {
      destinationPort = value;
      cut();
    },
    stop: async (): Promise<void> => {
      refuse();
      cut();
      gate?.resolve();
    },
  };
}
