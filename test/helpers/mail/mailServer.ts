import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import PostalMime, { type Email } from 'postal-mime';
import { listen } from '../network/listen.ts';
import { type Arrivals, newArrivals } from '../site/arrivals.ts';
import { certificate as mailCertificate } from './certificate.ts';

export type ReceivedMail = Email & {
  readonly raw: string;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
};

/** The steps of an SMTP session. `dot`: the whole mail is received. `accepted`: the 250 for the mail has been written. */
type Opening = 'handshake' | 'connect' | 'hello' | 'startTls' | 'auth';
export type Step = Opening | 'mailFrom' | 'rcptTo' | 'data' | 'body' | 'dot' | 'accepted';

/**
 * A text replaces the normal reply; 421 also closes the connection. A promise delays the normal reply until it resolves. `hang`
 * sends nothing. `trickle` sends a line of an endless reply every 200 ms. `drop` closes the connection.
 */
type Reaction = string | { readonly does: 'hang' | 'drop' | 'trickle' } | Promise<void>;

/** `raw`: the mail as far as received. `address`: the recipient at `rcptTo`, the client's name at `hello`, otherwise empty. */
export type React = (step: Step, raw: string, address: string) => Reaction | undefined;

export type MailServerOptions = {
  readonly react?: React;
  readonly port?: number;
  /** TLS, from the first byte or by STARTTLS. Undefined: no encryption. */
  readonly tls?: 'implicit' | 'starttls';
  /** The certificate for TLS. Undefined: a self-signed one for `mail.example`. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** The required login. Undefined: any login is accepted, and none is required. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Called with each accepted mail. If this function is given, `mails` stays empty. */
  readonly onMail?: (raw: string) => void;
};

/** The values of all headers with this name. `name`: in lower case. */
export function headersOf({ headers }: ReceivedMail, name: string): string[] {
  return headers.filter(({ key }) => key === name).map(({ value }) => value);
}

/** The values of the header X-Reference, which names the submission. */
export function referencesIn(mail: ReceivedMail): string[] {
  return headersOf(mail, 'x-reference');
}

function addressIn(command: string): string {
  return /<([^>]*)>/.exec(command)?.[1] ?? '';
}

/** An SMTP server on the loopback address (https://www.rfc-editor.org/rfc/rfc5321) that can fail at each step. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export async function startMailServer(options: MailServerOptions = {}) {
  const { login, tls, certificate = mailCertificate } = options;
  const sockets = new Set<Socket>();
  const received: Arrivals<ReceivedMail> = newArrivals(() => `${received.all.length} mails have come`);

  let sentInClear = '';

  const take = async (raw: string, from: string, to: readonly string[]): Promise<void> => {
    if (options.onMail) return options.onMail(raw);
    const bytes = Buffer.from(raw, 'latin1');
    received.add({ ...(await PostalMime.parse(bytes)), raw: bytes.toString(), envelope: { from, to } });
  };

  const talk = (socket: Socket, isSecure: boolean): void => {
    let rest = '';
    let raw: string | undefined;
    let from = '';
    let to: string[] = [];
    let isLoggedIn = !login;
    let trickling: NodeJS.Timeout | undefined;
    sockets.add(socket);
    // A client may break the connection at any time. The tests expect this, so the error is no fault.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(trickling);
      sockets.delete(socket);
    });
    const reply = (line: string) => void socket.write(`${line}\r\n`);

    const accept = async (mail: string): Promise<void> => {
      await take(mail, from, to);
      reply('250 taken');
      mailServer.react('accepted', mail, '');
    };

    const reach = (step: Step, goOn: () => void, address = ''): void => {
      const reaction = mailServer.react(step, raw ?? '', address);
      if (reaction === undefined) goOn();
      else if (typeof reaction === 'string') {
        reply(reaction);
        if (reaction.startsWith('421')) socket.end();
      } else if ('then' in reaction) void reaction.then(goOn);
      else if (reaction.does === 'trickle') trickling = setInterval(() => reply('250-and so on'), 200);
      else if (reaction.does === 'drop') socket.destroy();
    };

    const greet = (): void => {
      const extensions = ['AUTH PLAIN', ...(tls === 'starttls' && !isSecure ? ['STARTTLS'] : [])];
      for (const extension of ['mail.example', ...extensions]) reply(`250-${extension}`);
      reply('250 OK');
    };
    const encrypt = (): void => {
      socket.removeAllListeners('data').pause();
      reach('handshake', () => talk(new TLSSocket(socket, { isServer: true, ...certificate }), true));
    };
    const startTls = (): void => {
      reply('220 go on');
      encrypt();
    };
    const authenticate = (command: string): void => {
      const expected = login && Buffer.from(`\0${login.user}\0${login.password}`).toString('base64');
      isLoggedIn = expected === undefined || command === `AUTH PLAIN ${expected}`;
      reply(isLoggedIn ? '235 welcome' : '535 wrong credentials');
    };
    const begin = (command: string): void => {
      from = addressIn(command);
      to = [];
      reply(isLoggedIn ? '250 sender taken' : '530 authenticate first');
    };

    const commands: { readonly [verb: string]: (command: string) => void } = {
      ehlo: (command) => reach('hello', greet, command.slice('EHLO '.length)),
      helo: (command) => reach('hello', greet, command.slice('HELO '.length)),
      star: tls === 'starttls' ? () => reach('startTls', startTls) : () => reply('502 not here'),
      auth: (command) => reach('auth', () => authenticate(command)),
      mail: (command) => reach('mailFrom', () => begin(command)),
      rcpt: (command) => {
        const address = addressIn(command);
        const take = () => {
          to.push(address);
          reply('250 recipient taken');
        };
        reach('rcptTo', take, address);
      },
      data: () =>
        reach('data', () => {
          raw = '';
          reply('354 go on');
        }),
      quit: () => reply('221 bye'),
    };

    const takeLine = (line: string): void => {
      if (raw === undefined) {
        const command = commands[line.slice(0, 4).toLowerCase()];
        if (command) command(line);
        else reply('250 ok');
      } else if (line === '.') {
        const whole = raw;
        reach('dot', () => void accept(whole));
        raw = undefined;
      } else raw += `${line.startsWith('.') ? line.slice(1) : line}\r\n`;
    };

    socket.on('data', (chunk) => {
      if (!isSecure) sentInClear += chunk.toString('latin1');
      if (raw === '') mailServer.react('body', '', '');
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    });
    if (isSecure === (tls === 'implicit')) reach('connect', () => reply('220 mail.example ESMTP'));
    else if (!isSecure) encrypt();
  };

  const server = createServer((socket) => talk(socket, false));
  const port = await listen(server, options.port);
  const mailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** The mails that the server has accepted, in order. */
    mails: received.all,
    /** Resolves with the first mail, past or future, that fits. */
    waitForMail: (fits: (mail: ReceivedMail) => boolean = () => true) => received.waitFor(fits),
    /** Resolves with the first mail about a submission. */
    mailAbout: (reference: string) => received.waitFor((mail) => referencesIn(mail).includes(reference)),
    /** All that clients have sent without TLS. */
    sentInClear: () => sentInClear,
    react: options.react ?? ((() => undefined) as React),
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return mailServer;
}
