import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from './listen.ts';

type Side = 'client' | 'server';

/** A message of PostgreSQL's protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
export type ProtocolMessage = { readonly from: Side; readonly bytes: Buffer };

/** What to do at a message; undefined: forward it. `cutAfter`: its receiver gets it, its sender hears nothing more. */
type MessageReaction = 'cutBefore' | 'cutAfter' | undefined;

/** Splits what one side of a connection without TLS sends into messages. A client's first message has no letter before its length. */
function newSplitter(from: Side): (chunk: Buffer) => ProtocolMessage[] {
  let isStarted = from === 'server';
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const messages: ProtocolMessage[] = [];
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isStarted ? 1 : 0;
      const length = rest.length < start + 4 ? Number.POSITIVE_INFINITY : start + rest.readInt32BE(start);
      if (length > rest.length) return messages;
      messages.push({ from, bytes: rest.subarray(0, length) });
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}

/** Starts a proxy on a free loopback port in front of a PostgreSQL server's port; it breaks connections as a test requires. */
export async function startTcpProxy(target: number) {
  const clients = new Set<Socket>();
  let destinationPort = target;
  let gate: PromiseWithResolvers<void> | undefined;

  const take = (client: Socket): void => {
    // The messages of a statement are forwarded one by one: none waits for an acknowledgement of the one before.
    const server = connect({ port: destinationPort, host: '127.0.0.1', noDelay: true });
    clients.add(client);
    client.once('close', () => clients.delete(client));
    let isCut = false;
    const relay = (from: Side, source: Socket, destination: Socket): void => {
      const split = newSplitter(from);
      source.on('data', async (chunk: Buffer) => {
        source.pause();
        await gate?.promise;
        for (const message of split(chunk)) {
          if (isCut) return;
          const reaction = proxy.onMessage(message);
          if (reaction !== 'cutBefore') destination.write(message.bytes);
          if (!reaction) continue;
          isCut = true;
          // An end comes after what was written before it; a reset may overtake it.
          server.end().resume();
          if (reaction === 'cutAfter' && from === 'server') client.end().resume();
          else client.resetAndDestroy();
        }
        source.resume();
      });
      source.on('error', () => {});
      source.once('close', async () => {
        await gate?.promise;
        if (!isCut) destination.destroySoon();
      });
    };
    relay('client', client, server);
    relay('server', server, client);
  };

  const open = (): Server => createServer({ noDelay: true }, take);
  let listener: Server | undefined = open();
  const port = await listen(listener);

  const refuse = (): void => {
    listener?.close();
    listener = undefined;
  };
  /** Closes all connections: by RST, as a crashed machine that is back, or by FIN, as a stopped program. */
  const cut = (how: 'reset' | 'end' = 'reset'): void => {
    for (const client of clients)
      if (how === 'reset') client.resetAndDestroy();
      else client.end().resume();
  };
  const proxy = {
    port,
    /** The address of a database with the proxy in place of the server. */
    through: (databaseUrl: string) => String(Object.assign(new URL(databaseUrl), { port })),
    cut,
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
    /** Called with each message before it is forwarded. */
    onMessage: (_message: ProtocolMessage): MessageReaction => undefined,
    /** Cuts one connection at the n-th message, counted from 1 over all connections, that fits. */
    cutAt: (nth: number, reaction: MessageReaction, fits: (message: ProtocolMessage) => boolean) => {
      let seen = 0;
      proxy.onMessage = (message) => {
        if (!fits(message)) return undefined;
        seen += 1;
        return seen === nth ? reaction : undefined;
      };
      return { isReached: () => seen >= nth };
    },
    stop: async (): Promise<void> => {
      refuse();
      cut();
      gate?.resolve();
    },
  };
  return proxy;
}
