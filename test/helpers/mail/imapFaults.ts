import { connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { listen } from '../network/listen.ts';
import { localCertificate } from './certificate.ts';
import { addressOf, type Dovecot } from './dovecot.ts';

/** `cut`: forwards the command, and ends the connection in the middle of the answer. `hang`: forwards nothing from now on. */
type ImapReaction = 'cut' | 'hang' | undefined;

/** Says what the proxy does at a command. `verb`: the command without UID, or `CONNECT` at the start. Undefined: it forwards. */
type ImapReact = (verb: string) => ImapReaction;

/** Matches a line that begins with a tag and a command. Lines that continue a literal or AUTHENTICATE have no tag. */
const commandPattern = /^[A-Za-z0-9]+ (?:UID )?([A-Za-z]+)/i;

/** An IMAP proxy with TLS before a Dovecot. It can break the connection at each command of the client (RFC 3501). */
export async function startImapFaults(dovecot: Pick<Dovecot, 'plainPort'>) {
  const clients = new Set<Socket>();

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
      const verb = commandPattern.exec(line)?.[1];
      const reaction = verb && faults.react(verb.toUpperCase());
      if (state === 'hang') return;
      if (reaction) state = reaction;
      if (reaction !== 'hang') server.write(`${line}\r\n`, 'latin1');
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
    state = faults.react('CONNECT');
  };

  const listener = createServer(localCertificate, talk);
  listener.on('tlsClientError', () => {});
  const port = await listen(listener);
  const faults = {
    url: addressOf(port),
    react: ((): ImapReaction => undefined) as ImapReact,
    stop: async (): Promise<void> => {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const client of clients) client.destroy();
      await closed;
    },
  };
  return faults;
}
