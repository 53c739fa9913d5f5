import type { Database } from './database.ts';
import { mailboxIn } from './mailbox.ts';
import { mailsIn } from './mails.ts';
import { maintenanceIn } from './maintenance.ts';
import { statisticsIn } from './statistics.ts';
import { submissionsIn } from './submissions.ts';

export type StoreOptions = {
  /** For work that visitors wait for. */
  readonly requests: Database;
  /** For mail, alarms and lists. They use connections of their own, so that visitors never wait for one. */
  readonly background: Database;
  /** The right side of new Message-IDs. */
  readonly mailDomain: string;
};

/** All stored data. Times are milliseconds since 1970, on the database's own clock. */
export type Store = ReturnType<typeof storeIn>;

/** The repositories of a database whose schema is current. Closing the store closes the database. */
export function storeIn({ requests, background, mailDomain }: StoreOptions) {
  return {
    submissions: submissionsIn(requests, mailDomain),
    mails: mailsIn(background),
    mailbox: mailboxIn(background),
    maintenance: maintenanceIn(requests),
    statistics: statisticsIn(background),
    close: async (): Promise<void> => {
      await Promise.all([...new Set([requests, background])].map((database) => database.close()));
    },
  };
}
