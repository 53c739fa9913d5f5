import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** Starts a proxy before a PostgreSQL server. It can break connections. `target`: the server's port. */
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
  /** Resets all connections (RST), as a machine does when it runs again after a crash. */
  const cut = (): void => {
    for (const client of clients) client.resetAndDestroy();
  };
  return {
    port,
    /** The DATABASE_URL by which a client reaches a database through the proxy. */
    through: (databaseUrl: string) => String(Object.assign(new URL(databaseUrl), { port })),
    refuse,
    /** Keeps and accepts connections, but forwards nothing: neither bytes nor the end of a connection. */
    hang: (): void => {
      gate ??= Promise.withResolvers();
    },
    /** Ends `refuse` and `hang`, and forwards what `hang` has held back. */
    resume: async (): Promise<void> => {
      gate?.resolve();
      gate = undefined;
      if (listener) return;
      listener = open();
      await listen(listener, port);
    },
    /** Forwards new connections to another port, and resets the connections to the old port. */
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
