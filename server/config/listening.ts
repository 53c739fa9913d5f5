import { isIP, type ListenOptions } from 'node:net';

/** The first descriptor that systemd passes: `SD_LISTEN_FDS_START` of sd_listen_fds(3). */
const firstPassed = 3;
/** The same as systemd's default. Without it, `listen` would set the backlog of the passed socket to Node's default of 511. */
const backlog = 4096;

/**
 * The descriptor of the listening socket that systemd passed to this process, or undefined.
 * https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
export function passedSocket(environment: Readonly<Record<string, string | undefined>>): number | undefined {
  const isForUs = environment.LISTEN_PID === String(process.pid);
  return isForUs && Number(environment.LISTEN_FDS) > 0 ? firstPassed : undefined;
}

/** Whether a text can name an address of a machine: an IP address, or a host name, which does not end in a number. */
export function isHost(text: string): boolean {
  const lastLabel = text.split('.').at(-1) ?? '';
  return isIP(text) !== 0 || (/^[a-z\d_.-]+$/i.test(text) && /[a-z]/i.test(lastLabel));
}

type Wanted = { readonly socket: number | undefined; readonly port: number; readonly host: string };

/** The options for `server.listen`: the passed socket, or else an address. */
export function listenOptions({ socket, port, host }: Wanted): ListenOptions & { readonly fd?: number } {
  return socket === undefined ? { port, host } : { fd: socket, backlog };
}
