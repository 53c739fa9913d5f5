import { headerValue } from '../../../server/mail/arrival/bounce.ts';
import type { Dovecot } from './dovecot.ts';
import { startMailServer } from './mailServer.ts';

/** A failure that a mail server reports about a mail it has accepted. */
export type Failure = {
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status: string;
  readonly diagnostic: string;
  /** Undefined: failed. */
  readonly action?: 'failed' | 'delayed';
  /** The part of the mail that comes back. Undefined: its headers. */
  readonly returned?: 'headers' | 'mail';
};

export type Filing = {
  readonly folder: 'INBOX' | 'Junk' | 'Archive';
  /** For the header `Authentication-Results`, such as `spf=pass; dkim=none; dmarc=pass`. Undefined: no such header. */
  readonly authentication?: string;
  /** The mail is filed when this resolves. */
  readonly later?: Promise<void>;
};

export type Decision = Filing | { readonly bounce: Failure };
export type Decide = (raw: string) => Decision;

const receiver = 'mx.example';

function dateNow(): string {
  return new Date().toUTCString().replace('GMT', '+0000');
}

/** The mail with the headers that a receiving server puts before it. */
function receivedCopy(raw: string, authentication?: string): string {
  const received = `Received: from mail.example (localhost [127.0.0.1])\r\n\tby ${receiver} with ESMTP;\r\n\t${dateNow()}\r\n`;
  const results = authentication === undefined ? '' : `Authentication-Results: ${receiver};\r\n\t${authentication}\r\n`;
  return `${results}${received}${raw}`;
}

/** A bounce as Postfix 3.7 writes it: a delivery status notification (https://www.rfc-editor.org/rfc/rfc3464). */
function bounceOf(raw: string, failure: Failure): string {
  const { status, diagnostic, action = 'failed', returned = 'headers' } = failure;
  const to = headerValue(raw, 'to') ?? '';
  const recipient = /<([^>]*)>/.exec(to)?.[1] ?? to;
  const boundary = `ACC683D08.1795782679/${receiver}`;
  const [headers = ''] = raw.split('\r\n\r\n', 1);
  const [type, original] = returned === 'headers' ? ['text/rfc822-headers', headers] : ['message/rfc822', raw];
  const bounce = `Date: ${dateNow()}
From: Mail Delivery System <MAILER-DAEMON@${receiver}>
Subject: Undelivered Mail Returned to Sender
To: ${headerValue(raw, 'from')}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="${boundary}"
Message-Id: <${crypto.randomUUID()}@${receiver}>
Content-Transfer-Encoding: 7bit

This is a MIME-encapsulated message.

--${boundary}
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

<${recipient}>: ${diagnostic}

--${boundary}
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; ${receiver}
X-Postfix-Queue-ID: ACC683D08
Arrival-Date: ${dateNow()}

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; 127.0.0.1
Diagnostic-Code: ${diagnostic}

--${boundary}
Content-Description: Undelivered Message
Content-Type: ${type}
Content-Transfer-Encoding: 7bit

${original}

--${boundary}--
`;
  return receivedCopy(bounce.replace(/\r?\n/g, '\r\n'));
}

/** An SMTP server on the loopback address. It accepts each mail, and `decide` says what comes into the Dovecot. */
export async function startFilingServer(dovecot: Pick<Dovecot, 'file'>, decide: Decide = () => ({ folder: 'INBOX' })) {
  const take = async (raw: string): Promise<void> => {
    const decision = filingServer.decide(raw);
    if ('bounce' in decision) return dovecot.file('INBOX', bounceOf(raw, decision.bounce));
    await decision.later;
    dovecot.file(decision.folder, receivedCopy(raw, decision.authentication));
  };
  const mailServer = await startMailServer({ onMail: (raw) => void take(raw) });
  const filingServer = Object.assign(mailServer, { decide });
  return filingServer;
}
