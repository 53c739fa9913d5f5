import type { Dovecot } from './dovecot.ts';
import { startMailServer } from './mailServer.ts';

export type Filing = {
  readonly folder: 'INBOX' | 'Junk' | 'Archive';
  /** The header Authentication-Results, such as `spf=pass; dkim=none; dmarc=pass`. Undefined: the mail gets no such header. */
  readonly authentication?: string;
  /** The mail is filed when this promise has resolved. Undefined: at once. */
  readonly later?: Promise<void>;
};

export type Decide = (raw: string) => Filing;

const receiver = 'mx.example';

/** A mail as it is filed: the receiving server has put its own headers before those of the sender. */
function receivedCopy(raw: string, authentication?: string): string {
  const received = `Received: from mail.example (localhost [127.0.0.1])\r\n\tby ${receiver} with ESMTP;\r\n\t${new Date().toUTCString().replace('GMT', '+0000')}\r\n`;
  const results = authentication === undefined ? '' : `Authentication-Results: ${receiver};\r\n\t${authentication}\r\n`;
  return `${results}${received}${raw}`;
}

/** An SMTP server on the loopback address. It accepts each mail. Then `decide` says what the server files in the Dovecot. */
export async function startFilingServer(dovecot: Pick<Dovecot, 'file'>, decide: Decide = () => ({ folder: 'INBOX' })) {
  const take = async (raw: string): Promise<void> => {
    const { folder, authentication, later } = filingServer.decide(raw);
    await later;
    dovecot.file(folder, receivedCopy(raw, authentication));
  };
  const mailServer = await startMailServer({ onMail: (raw) => void take(raw) });
  const filingServer = Object.assign(mailServer, { decide });
  return filingServer;
}
