import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { listen } from '../network/listen.ts';
import { localCertificate } from './certificate.ts';
import type { Dovecot } from './dovecot.ts';

/** `cut`: forwards the command, and ends the connection in the middle of the answer. `hang`: forwards nothing from now on. */
type ImapReaction = 'cut' | 'hang' | undefined;

/** Says what the proxy does at a command. `verb`: the command without UID, or `CONNECT` at the start. Undefined: it forwards. */
type ImapReact = (verb: string) => ImapReaction;

const user = 'website@mail.example';
/** A password with characters that must be encoded in a URL. */
const password = 'of/the@tests #1';
/** What a client sends after its only command before the login, AUTHENTICATE PLAIN (https://www.rfc-editor.org/rfc/rfc4616). */
const login = Buffer.from(`\0${user}\0${password}`).toString('base64');

/** Matches a line that begins with a tag and a command. Lines that continue a literal or AUTHENTICATE have no tag. */
const commandPattern = /^([A-Za-z0-9]+) (?:UID )?([A-Za-z]+)/i;

/**
 * An IMAP server with TLS. It checks the login, and then connects the client with a session of Dovecot. It can break the connection
 * at each command of the client (https://www.rfc-editor.org/rfc/rfc3501).
 */
export async function startImapFaults({ openSession }: Dovecot) {
  const clients = new Set<Socket>();

  const talk = (client: Socket): void => {
    let session: ReturnType<typeof openSession> | undefined;
    let state: ImapReaction;
    let loginTag = '';
    let rest = '';
    clients.add(client);
    client.on('error', () => {});
    client.once('close', () => {
      clients.delete(client);
      session?.stdin.end();
    });

    const send = (chunk: Buffer | string): void => {
      if (state === 'hang') return;
      if (state !== 'cut') client.write(chunk);
      else client.end(chunk.slice(0, chunk.length / 2), () => client.destroy());
    };
    const logIn = (line: string): void => {
      if (line !== login) {
        send(`${loginTag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`);
        return;
      }
      session = openSession();
      session.stdin.on('error', () => {});
      session.once('close', () => client.destroySoon());
      session.stdout.once('data', (greeting: Buffer) => {
        send(String(greeting).replace('* PREAUTH', `${loginTag} OK`));
        session?.stdout.on('data', send);
      });
    };
    const takeLine = (line: string): void => {
      const [, tag = '', verb = ''] = commandPattern.exec(line) ?? [];
      const reaction = verb && faults.react(verb.toUpperCase());
      if (state === 'hang') return;
      if (reaction) state = reaction;
      if (reaction === 'hang') return;
      if (session) session.stdin.write(`${line}\r\n`, 'latin1');
      else if (loginTag) logIn(line);
      else {
        loginTag = tag;
        send('+ \r\n');
      }
    };
    client.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    });
    state = faults.react('CONNECT');
    send('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
  };

  const listener = createServer(localCertificate, talk);
  listener.on('tlsClientError', () => {});
  const port = await listen(listener);
  const faults = {
    url: `imaps://${[user, password].map(encodeURIComponent).join(':')}@localhost:${port}?tls.rejectUnauthorized=false`,
    react: ((): ImapReaction => undefined) as ImapReact,
    stop: async (): Promise<void> => {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const client of clients) client.destroy();
      await closed;
    },
  };
  return faults;
}
