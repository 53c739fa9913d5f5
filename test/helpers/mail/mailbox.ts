import { type App, startApp } from '../site/app.ts';
import type { Environment } from '../site/site.ts';
import { directoryUntilEnd, untilEnd } from '../untilEnd.ts';
import { logged, submit } from '../visitor/posts.ts';
import { startDovecot } from './dovecot.ts';
import { type Decision, startFilingServer } from './filingServer.ts';
import { startImapFaults } from './imapFaults.ts';

/** A mailbox of a Dovecot, the mail server that fills it, and a site whose mails go there. All end with the test file. */
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
  /** Starts the site again: without an `IMAP_URL`, it does not look into the mailbox. */
  const restart = async (changes: Environment = {}): Promise<App> => {
    await stop();
    app = await startApp({ ...environment, ...changes });
    return app;
  };
  return {
    filing,
    /** A proxy before the Dovecot. */
    faults,
    environment,
    restart,
    stop,
    /** Starts the site again, and it looks into the mailbox at once: what lies there is found without the wait of a minute. */
    look: () => restart({ IMAP_URL: faults.url }),
    /** Has a mail sent for each decision while nobody looks. Resolves with their references when all have left. */
    send: async (...decisions: readonly Decision[]): Promise<string[]> => {
      const site = await restart();
      const references: string[] = [];
      for (const decision of decisions) {
        filing.decide = () => decision;
        const reference = await submit(site);
        await logged(site, 'mail delivered', reference);
        references.push(reference);
      }
      return references;
    },
  };
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
