import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const patience = 20_000;

export type ReceivedMail = Email & {
  readonly raw: string;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
};

export type Stage = 'connect' | 'mailFrom' | 'rcptTo' | 'data';

/** A real SMTP server on the loopback address. */
export type MailServer = {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Resolves with the first mail, past or future, that fits. */
  readonly waitForMail: (fits?: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>;
  readonly stop: () => Promise<void>;
};

export type MailServerOptions = {
  /** The code to refuse with at a stage, as it is asked; undefined: go on. The mail is known once its data has come. */
  readonly refuse?: (stage: Stage, mail?: ReceivedMail) => number | undefined;
  readonly port?: number;
  readonly server?: SMTPServerOptions;
};

function refusal(responseCode: number): Error {
  return Object.assign(new Error(`refused by the test`), { responseCode });
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();

  const atStage = (stage: Stage, go: (error?: Error) => void, mail?: ReceivedMail) => {
    const code = options.refuse?.(stage, mail);
    go(code === undefined ? undefined : refusal(code));
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, go) => atStage('connect', go),
    onMailFrom: (_address, _session, go) => atStage('mailFrom', go),
    onRcptTo: (_address, _session, go) => atStage('rcptTo', go),
    onData: (stream, session, go) => {
      const receive = async () => {
        const raw = await buffer(stream);
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          ...(await PostalMime.parse(raw)),
          raw: raw.toString('utf8'),
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
        };
        const end = (error?: Error) => {
          if (!error) mails.push(mail);
          go(error);
          for (const look of waiting) look();
        };
        atStage('data', end, mail);
      };
      receive().catch(go);
    },
    ...options.server,
  });
  // A client that hangs up, or that is refused, is no fault of the server.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitForMail: (fits = () => true) =>
      new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          end();
        };
        const look = () => {
          const mail = mails.find(fits);
          if (mail) settle(() => resolve(mail));
        };
        const timer = setTimeout(
          () => settle(() => reject(new Error(`no such mail within ${patience} ms, only ${mails.length} others`))),
          patience,
        );
        waiting.add(look);
        look();
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
