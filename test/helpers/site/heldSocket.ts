import * as net from 'node:net';

// `net._createServerHandle` returns a Handle, and only binds a port. The documented `listen` would also accept connections.
type Handle = { readonly fd: number; readonly getsockname: (name: object) => number; readonly close: () => void };
type CreateHandle = (address: string, port: number, addressType: 4 | 6) => Handle | number;

/** Holds a port open while the servers that listen on it restart, as a socket unit of systemd does. */
export function holdPort() {
  const { _createServerHandle: createHandle } = net as unknown as { readonly _createServerHandle: CreateHandle };
  const handle = createHandle('127.0.0.1', 0, 4);
  if (typeof handle === 'number') throw new Error(`no port: error ${handle}`);
  const name = { port: 0 };
  handle.getsockname(name);
  // A test passes `descriptor` to `startSite` as the option `socket`.
  return { port: name.port, descriptor: handle.fd, release: () => handle.close() };
}

export type HeldSocket = ReturnType<typeof holdPort>;
