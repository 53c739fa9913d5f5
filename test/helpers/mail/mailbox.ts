import { type App, startApp } from '../site/app.ts';
import type { Environment } from '../site/site.ts';
import { directoryUntilEnd, untilEnd } from '../untilEnd.ts';
import { logged, submit } from '../visitor/posts.ts';
import { startDovecot } from './dovecot.ts';
import { type Filing, startFilingServer } from './filingServer.ts';
import { startImapFaults } from './imapFaults.ts';

/** Starts a Dovecot and a mail server that files mails in it. `restart` starts a site. All end after the file's last test. */
export async function startMailbox(variables: Environment = {}) {
  const dovecot = await untilEnd(startDovecot());
  const filing = await untilEnd(startFilingServer(dovecot));
  const faults = await untilEnd(startImapFaults(dovecot));
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
    faults,
    environment,
    restart,
    stop,
    /** Starts the site again with an `IMAP_URL`. A site looks into the mailbox when it starts, and then only once a minute. */
    look: () => restart({ IMAP_URL: faults.url }),
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
