import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Where a mail stands, as its server sees it; `accepted`: 250 has just been written. */
export const steps = ['connect', 'hello', 'auth', 'mailFrom', 'rcptTo', 'data', 'body', 'dot', 'accepted'] as const;
export type Step = (typeof steps)[number];

/** A line to answer with instead, silence, the end of the connection, or a byte now and then. */
export type Reaction = string | { readonly does: 'hang' | 'drop' | 'trickle' | 'acceptAndDrop' };

export type ScriptedMailServer = {
  readonly port: number;
  /** What to do at a step instead of what is right. May be changed at any time; `raw` is the mail, as far as it came. */
  react: (step: Step, raw: string) => Reaction | undefined;
  readonly stop: () => Promise<void>;
};

export type ScriptedMailServerOptions = {
  readonly onMail: (raw: string) => void;
  readonly port?: number;
  readonly capabilities?: readonly string[];
  readonly tls?: TlsOptions;
};

const verbs: { readonly [verb: string]: [Step, string] } = {
  AUTH: ['auth', '235 welcome'],
  MAIL: ['mailFrom', '250 sender taken'],
  RCPT: ['rcptTo', '250 recipient taken'],
  DATA: ['data', '354 go on'],
};

/** A mail server that does wrong at will, one line at a time. */
export async function startScriptedMailServer(options: ScriptedMailServerOptions): Promise<ScriptedMailServer> {
  const { capabilities = [] } = options;
  const sockets = new Set<Socket>();

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    let rest = '';
    let raw: string | undefined;
    socket.on('error', () => {});
    let trickling: NodeJS.Timeout | undefined;
    socket.on('close', () => {
      clearInterval(trickling);
      sockets.delete(socket);
    });

    /** Does as the script says, or else says the right line; whether all is right. */
    const reach = (step: Step, line: string | undefined): boolean => {
      const reaction = mailServer.react(step, raw ?? '');
      if (reaction === undefined) {
        if (line !== undefined) socket.write(`${line}\r\n`);
        return true;
      }
      if (typeof reaction === 'string') {
        socket.write(`${reaction}\r\n`);
        if (reaction.startsWith('421')) socket.end();
        return false;
      }
      if (reaction.does === 'drop') socket.destroy();
      if (reaction.does === 'acceptAndDrop') {
        options.onMail(raw ?? '');
        socket.destroy();
      }
      if (reaction.does === 'trickle') trickling = setInterval(() => socket.write('250-and so on\r\n'), 200);
      return false;
    };

    const takeLine = (line: string): void => {
      if (raw !== undefined) {
        if (line !== '.') {
          raw += `${line.startsWith('.') ? line.slice(1) : line}\r\n`;
          return;
        }
        const right = reach('dot', undefined);
        const whole = raw;
        raw = undefined;
        if (!right) return;
        options.onMail(whole);
        socket.write('250 taken\r\n');
        mailServer.react('accepted', whole);
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      const known = verbs[verb];
      if (verb === 'EHLO' || verb === 'HELO')
        reach('hello', ['250-mail.example', ...capabilities.map((name) => `250-${name}`), '250 OK'].join('\r\n'));
      else if (known) {
        if (reach(...known) && verb === 'DATA') raw = '';
      } else socket.write(verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
    };

    reach('connect', '220 mail.example ESMTP');
    socket.on('data', (chunk) => {
      if (raw === '') mailServer.react('body', '');
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    });
  };

  const server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const mailServer: ScriptedMailServer = {
    port: (server.address() as AddressInfo).port,
    react: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return mailServer;
}
