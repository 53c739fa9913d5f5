import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from './listen.ts';

type Side = 'client' | 'server';

/** A message of PostgreSQL's protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
export type ProtocolMessage = {
  readonly from: Side;
  /**
   * Its letter, such as `Q` for a query, `P` for Parse or `C` for CommandComplete. `start`: a message without a letter.
   * `encrypted`: bytes of a connection with TLS.
   */
  readonly type: string;
  /** All of its bytes. */
  readonly bytes: Buffer;
};

/** What to do at a message; undefined: forward it. `cutAfter`: its receiver gets it, its sender hears nothing more. */
type MessageReaction = 'cutBefore' | 'cutAfter' | undefined;

/** A proxy in front of a PostgreSQL server that breaks connections as a test requires. */
export type TcpProxy = {
  readonly port: number;
  /** The address of a database with the proxy in place of the server. */
  readonly through: (databaseUrl: string) => string;
  /** The number of open connections. */
  readonly connections: () => number;
  /** Closes all connections. `reset`: by RST, as a crashed machine that is back; `end`: by FIN, as a stopped program. */
  readonly cut: (how?: 'reset' | 'end') => void;
  /** New connections are refused. */
  readonly refuse: () => void;
  /** Forwards nothing in either direction, nor an end. New connections are accepted. */
  readonly hang: () => void;
  /** Forwards what arrives from now on later by this many milliseconds. */
  readonly delay: (milliseconds: number) => void;
  /** Ends `refuse`, `hang` and `delay`. What was held is forwarded. */
  readonly resume: () => Promise<void>;
  /** Sends new connections to another port, and cuts those to the old one. */
  readonly moveTo: (target: number) => void;
  /** Called with each message before it is forwarded. */
  onMessage: (message: ProtocolMessage) => MessageReaction;
  /** Cuts one connection at the n-th message, counted from 1 over all connections, that fits. */
  readonly cutAt: (
    nth: number,
    reaction: 'cutBefore' | 'cutAfter',
    fits: (message: ProtocolMessage) => boolean,
  ) => { readonly isReached: () => boolean };
  readonly stop: () => Promise<void>;
};

/** Whether the message makes the server run something: a simple query, or Execute of an extended one. */
export function isStatement({ from, type }: ProtocolMessage): boolean {
  return from === 'client' && (type === 'Q' || type === 'E');
}

type Reader = { readonly [side in Side]: (chunk: Buffer) => ProtocolMessage[] };

const sslRequest = 80_877_103;

/** Splits both directions of one connection into messages. */
function newReader(): Reader {
  let isStarted = false;
  let isAnswerAwaited = false;
  let isEncrypted = false;
  const rest = { client: Buffer.alloc(0), server: Buffer.alloc(0) };

  const firstLength = (from: Side, bytes: Buffer): number => {
    if (isEncrypted) return bytes.length;
    // The answer to SSLRequest is one byte.
    if (from === 'server' && isAnswerAwaited) return Math.min(1, bytes.length);
    const start = from === 'client' && !isStarted ? 0 : 1;
    return bytes.length < start + 4 ? Number.POSITIVE_INFINITY : start + bytes.readInt32BE(start);
  };
  const name = (from: Side, bytes: Buffer): string => {
    if (isEncrypted) return 'encrypted';
    if (from === 'server' && isAnswerAwaited) {
      isAnswerAwaited = false;
      isEncrypted = bytes.toString() === 'S';
      return 'start';
    }
    if (from === 'server' || isStarted) return bytes.toString('latin1', 0, 1);
    isAnswerAwaited = bytes.readInt32BE(4) === sslRequest;
    isStarted = !isAnswerAwaited;
    return 'start';
  };
  const read = (from: Side, chunk: Buffer): ProtocolMessage[] => {
    const messages: ProtocolMessage[] = [];
    let bytes = Buffer.concat([rest[from], chunk]);
    for (;;) {
      const length = firstLength(from, bytes);
      if (bytes.length === 0 || length > bytes.length) break;
      const first = bytes.subarray(0, length);
      messages.push({ from, type: name(from, first), bytes: first });
      bytes = bytes.subarray(length);
    }
    rest[from] = bytes;
    return messages;
  };
  return { client: (chunk) => read('client', chunk), server: (chunk) => read('server', chunk) };
}

type Connection = { readonly cut: (how: 'reset' | 'end') => void };

/** Starts a proxy on a free loopback port in front of the port. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  let destinationPort = target;
  let milliseconds = 0;
  let gate: PromiseWithResolvers<void> | undefined;

  const pass = async (): Promise<void> => {
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await gate?.promise;
  };

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
    await pass();
    if (isCut) return;
    // The messages of a statement are forwarded one by one: none waits for an acknowledgement of the one before.
    const server = connect({ port: destinationPort, host: '127.0.0.1', noDelay: true });
    sockets.server = server;
    server.on('error', () => client.destroy());
    const reader = newReader();

    const cutAt = (from: Side, isForwarded: boolean): void => {
      isCut = true;
      // An end comes after what was written before it; a reset may overtake it.
      server.end().resume();
      if (isForwarded && from === 'server') client.end().resume();
      else client.resetAndDestroy();
    };
    const relay = (from: Side, source: Socket, destination: Socket): void => {
      source.on('data', async (chunk: Buffer) => {
        if (isCut) return;
        source.pause();
        await pass();
        for (const message of reader[from](chunk)) {
          if (isCut) break;
          const reaction = proxy.onMessage(message);
          if (reaction !== 'cutBefore') destination.write(message.bytes);
          if (reaction) cutAt(from, reaction === 'cutAfter');
        }
        source.resume();
      });
      source.once('end', async () => {
        await pass();
        destination.end();
      });
      source.once('close', async () => {
        await pass();
        if (!isCut) destination.destroySoon();
      });
    };
    relay('client', client, server);
    relay('server', server, client);
  };

  const newListener = () => createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void take(socket));
  let listener: Server | undefined = newListener();
  const port = await listen(listener);

  const refuse = (): void => {
    listener?.close();
    listener = undefined;
  };
  const cut: TcpProxy['cut'] = (how = 'reset') => {
    for (const connection of connections) connection.cut(how);
  };
  const proxy: TcpProxy = {
    port,
    through: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return String(url);
    },
    connections: () => connections.size,
    cut,
    refuse,
    hang: () => {
      gate ??= Promise.withResolvers();
    },
    delay: (value) => {
      milliseconds = value;
    },
    resume: async () => {
      milliseconds = 0;
      gate?.resolve();
      gate = undefined;
      if (listener) return;
      listener = newListener();
      await listen(listener, port);
    },
    moveTo: (value) => {
      destinationPort = value;
      cut();
    },
    onMessage: () => undefined,
    cutAt: (nth, reaction, fits) => {
      let seen = 0;
      proxy.onMessage = (message) => {
        if (!fits(message)) return undefined;
        seen += 1;
        return seen === nth ? reaction : undefined;
      };
      return { isReached: () => seen >= nth };
    },
    stop: async () => {
      refuse();
      cut();
      gate?.resolve();
    },
  };
  return proxy;
}
