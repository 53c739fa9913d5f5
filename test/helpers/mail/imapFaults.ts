import { connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { listen } from '../network/listen.ts';
import { localCertificate } from './certificate.ts';
import { addressOf, type Dovecot } from './dovecot.ts';

/**
 * What to do at a command; undefined: forward it. `cut`: the server gets it, and the connection ends in the middle of the
 * answer. `hang`: neither side hears anything more. Other text, such as `NO [UNAVAILABLE] later`: the answer to it.
 */
export type ImapReaction = 'cut' | 'hang' | `NO ${string}` | `BAD ${string}` | undefined;

/** `verb`: `connect` for the greeting, else the command without `UID`, such as `SEARCH`; `line`: all of the command. */
export type ImapReact = (verb: string, line: string) => ImapReaction;

export type ImapFaultsOptions = {
  readonly react?: ImapReact;
  readonly certificate?: { readonly cert: string; readonly key: string };
};

/** A literal's or an AUTHENTICATE's continuation has no tag and no command. */
const commandPattern = /^(?<tag>[A-Za-z0-9]+) (?:UID )?(?<verb>[A-Za-z]+)/i;

/** A proxy with TLS before a Dovecot, which breaks connections by the client's commands (RFC 3501). */
export async function startImapFaults(dovecot: Pick<Dovecot, 'plainPort'>, options: ImapFaultsOptions = {}) {
  const clients = new Set<Socket>();
  const commands: string[] = [];

  const talk = (client: Socket): void => {
    const server = connect(dovecot.plainPort, '127.0.0.1');
    let state: ImapReaction;
    let rest = '';
    clients.add(client);
    client.on('error', () => {});
    server.on('error', () => client.destroy());
    client.once('close', () => {
      clients.delete(client);
      server.destroy();
    });
    server.once('close', () => client.destroySoon());

    const takeLine = (line: string): void => {
      const { tag, verb } = commandPattern.exec(line)?.groups ?? {};
      let reaction: ImapReaction;
      if (verb) {
        commands.push(/^(?:LOGIN|AUTHENTICATE)$/i.test(verb) ? `${tag} ${verb}` : line);
        reaction = faults.react(verb.toUpperCase(), line);
      }
      if (state === 'hang') return;
      if (reaction === 'hang' || reaction === 'cut') state = reaction;
      if (reaction === undefined || reaction === 'cut') server.write(`${line}\r\n`, 'latin1');
      else if (reaction !== 'hang') client.write(`${tag} ${reaction}\r\n`);
    };
    client.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    });
    server.on('data', (chunk: Buffer) => {
      if (state === 'hang') return;
      if (state !== 'cut') client.write(chunk);
      else client.end(chunk.subarray(0, chunk.length / 2), () => client.destroy());
    });
    state = faults.react('connect', '');
  };

  const listener = createServer(options.certificate ?? localCertificate, talk);
  listener.on('tlsClientError', () => {});
  const port = await listen(listener);
  const cut = (): void => {
    for (const client of clients) client.destroy();
  };
  const faults = {
    port,
    url: addressOf('imaps', port),
    /** The commands of all clients, without logins' secrets. */
    commands: commands as readonly string[],
    /** The number of open connections. */
    connections: () => clients.size,
    react: options.react ?? ((): ImapReaction => undefined),
    /** Ends all connections. */
    cut,
    stop: async (): Promise<void> => {
      const closed = new Promise((resolve) => listener.close(resolve));
      cut();
      await closed;
    },
  };
  return faults;
}

export type ImapFaults = Awaited<ReturnType<typeof startImapFaults>>;
