import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from './listen.ts';

type Side = 'client' | 'server';

/** A message of PostgreSQL's protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
export type ProtocolMessage = {
  readonly from: Side;
  /** Its letter, such as `Q` for a query, `P` for Parse or `C` for CommandComplete. `start`: a message without one. */
  readonly type: string;
  /** All of its bytes. */
  readonly bytes: Buffer;
};

/** What to do at a message; undefined: forward it. `cutAfter`: its receiver gets it, its sender hears nothing more. */
type MessageReaction = 'cutBefore' | 'cutAfter' | undefined;

/** Whether the message makes the server run something: a simple query, or Execute of an extended one. */
export function isStatement({ from, type }: ProtocolMessage): boolean {
  return from === 'client' && (type === 'Q' || type === 'E');
}

/** Splits what one side of a connection without TLS sends into messages. */
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
      const bytes = rest.subarray(0, length);
      messages.push({ from, type: isStarted ? bytes.toString('latin1', 0, 1) : 'start', bytes });
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}

type Connection = { readonly cut: (how: 'reset' | 'end') => void };

/** Starts a proxy on a free loopback port in front of a PostgreSQL server's port; it breaks connections as a test requires. */
export async function startTcpProxy(target: number) {
  const connections = new Set<Connection>();
  let destinationPort = target;
  let gate: PromiseWithResolvers<void> | undefined;

  const take = async (client: Socket): Promise<void> => {
    let isCut = false;
    const sockets: { client: Socket; server?: Socket } = { client };
    const cut: Connection['cut'] = (how) => {
      isCut = true;
      for (const socket of [sockets.client, sockets.server])
        if (how === 'reset') socket?.resetAndDestroy();
        else socket?.end().resume();
    };
    const connection = { cut };
    connections.add(connection);
    client.on('error', () => {});
    client.once('close', () => connections.delete(connection));
    await gate?.promise;
    if (isCut) return;
    // The messages of a statement are forwarded one by one: none waits for an acknowledgement of the one before.
    const server = connect({ port: destinationPort, host: '127.0.0.1', noDelay: true });
    sockets.server = server;
    server.on('error', () => client.destroy());

    const cutAt = (from: Side, isForwarded: boolean): void => {
      isCut = true;
      // An end comes after what was written before it; a reset may overtake it.
      server.end().resume();
      if (isForwarded && from === 'server') client.end().resume();
      else client.resetAndDestroy();
    };
    const relay = (from: Side, source: Socket, destination: Socket): void => {
      const split = newSplitter(from);
      source.on('data', async (chunk: Buffer) => {
        if (isCut) return;
        source.pause();
        await gate?.promise;
        for (const message of split(chunk)) {
          if (isCut) break;
          const reaction = proxy.onMessage(message);
          if (reaction !== 'cutBefore') destination.write(message.bytes);
          if (reaction) cutAt(from, reaction === 'cutAfter');
        }
        source.resume();
      });
      source.once('end', async () => {
        await gate?.promise;
        destination.end();
      });
      source.once('close', async () => {
        await gate?.promise;
        if (!isCut) destination.destroySoon();
      });
    };
    relay('client', client, server);
    relay('server', server, client);
  };

  const open = (): Server => createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void take(socket));
  let listener: Server | undefined = open();
  const port = await listen(listener);

  const refuse = (): void => {
    listener?.close();
    listener = undefined;
  };
  /** Closes all connections: by RST, as a crashed machine that is back, or by FIN, as a stopped program. */
  const cut = (how: 'reset' | 'end' = 'reset') => {
    for (const connection of connections) connection.cut(how);
  };
  const proxy = {
    port,
    /** The address of a database with the proxy in place of the server. */
    through: (databaseUrl: string): string => {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return String(url);
    },
    /** The number of open connections. */
    connections: () => connections.size,
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

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;
