import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../network/listen.ts';

/** A proxy between a mail client and its server that records what the client sends. */
export type Wire = {
  readonly port: number;
  /** The client's bytes so far. */
  readonly sent: () => string;
  readonly stop: () => Promise<void>;
};

export async function startWire(serverPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let sent = '';
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
      socket.pipe(other);
    }
    client.on('data', (chunk) => {
      sent += chunk.toString('latin1');
    });
  });
  return {
    port: await listen(server),
    sent: () => sent,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
