import { type App, startApp } from '../site/app.ts';
import type { Environment } from '../site/site.ts';
import { directoryUntilEnd, untilEnd } from '../untilEnd.ts';
import { logged, submit } from '../visitor/posts.ts';
import { type Dovecot, startDovecot } from './dovecot.ts';
import { startMailServer } from './mailServer.ts';

type Filing = {
  readonly folder: 'INBOX' | 'Junk' | 'Archive';
  /** The header Authentication-Results, such as `spf=pass; dkim=none; dmarc=pass`. Undefined: the mail gets no such header. */
  readonly authentication?: string;
  /** The mail is filed when this promise has resolved. Undefined: at once. */
  readonly later?: Promise<void>;
};

const receiver = 'mx.example';

/** A mail as it is filed: the receiving server has put its own headers before those of the sender. */
function receivedCopy(raw: string, authentication?: string): string {
  const received = `Received: from mail.example (localhost [127.0.0.1])\r\n\tby ${receiver} with ESMTP;\r\n\t${new Date().toUTCString().replace('GMT', '+0000')}\r\n`;
  const results = authentication === undefined ? '' : `Authentication-Results: ${receiver};\r\n\t${authentication}\r\n`;
  return `${results}${received}${raw}`;
}

/** An SMTP server on the loopback address. It accepts each mail. Then `decide` says what the server files in the Dovecot. */
async function startFilingServer(dovecot: Dovecot) {
  const take = async (raw: string): Promise<void> => {
    const { folder, authentication, later } = filing.decide(raw);
    await later;
    dovecot.file(folder, receivedCopy(raw, authentication));
  };
  const decide = (_raw: string): Filing => ({ folder: 'INBOX' });
  const filing = Object.assign(await startMailServer({ onMail: (raw) => void take(raw) }), { decide });
  return filing;
}

/** Starts a Dovecot and a mail server that files mails in it. `restart` starts a site. All end after the file's last test. */
export async function startMailbox(variables: Environment = {}) {
  const dovecot = await untilEnd(startDovecot());
  const filing = await untilEnd(startFilingServer(dovecot));
  const environment = { SMTP_URL: filing.url, SUBMISSION_LIMIT: '1000', DATA_DIR: directoryUntilEnd(), ...variables };
  let app: App | undefined;
  const stop = async () => {
    await app?.stop();
    app = undefined;
  };
  await untilEnd(Promise.resolve({ stop }));
  /** Starts the site again. It looks into the mailbox only if `changes` has an `IMAP_URL`. */
  const restart = async (changes: Environment = {}): Promise<App> => {
    await stop();
    app = await startApp({ ...environment, ...changes });
    return app;
  };
  return {
    filing,
    dovecot,
    environment,
    restart,
    stop,
    /** Starts the site again with an `IMAP_URL`. A site looks into the mailbox when it starts, and then only once a minute. */
    look: () => restart({ IMAP_URL: dovecot.url }),
    /** Submits once for each notice to file, while the site does not look into the mailbox. Returns the references. */
    send: async (...filings: readonly Filing[]): Promise<string[]> => {
      const site = await restart();
      const references: string[] = [];
      for (const each of filings) {
        filing.decide = () => each;
        const reference = await submit(site);
        await logged(site, 'mail delivered', reference);
        references.push(reference);
      }
      return references;
    },
  };
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
