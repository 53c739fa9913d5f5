import { headerValue } from '../../../server/mail/arrival/bounce.ts';
import type { Dovecot } from './dovecot.ts';
import { startMailServer } from './mailServer.ts';

/** A failure that a mail server reports about a mail it has accepted. */
export type Failure = {
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status: string;
  readonly diagnostic: string;
  /** What has become of the mail, in the words of RFC 3464. Undefined: `failed`. */
  readonly action?: 'failed' | 'delayed';
  /** Whether the report contains the mail's headers or the whole mail. Undefined: the headers. */
  readonly returned?: 'headers' | 'mail';
};

export type Filing = {
  readonly folder: 'INBOX' | 'Junk' | 'Archive';
  /** The header Authentication-Results, such as `spf=pass; dkim=none; dmarc=pass`. Undefined: the mail gets no such header. */
  readonly authentication?: string;
  /** The mail is filed when this promise has resolved. Undefined: at once. */
  readonly later?: Promise<void>;
};

export type Decision = Filing | { readonly bounce: Failure };
export type Decide = (raw: string) => Decision;

const receiver = 'mx.example';

/** A mail as it is filed: the receiving server has put its own headers before those of the sender. */
function receivedCopy(raw: string, authentication?: string): string {
  const received = `Received: from mail.example (localhost [127.0.0.1])\r\n\tby ${receiver} with ESMTP;\r\n\t${new Date().toUTCString().replace('GMT', '+0000')}\r\n`;
  const results = authentication === undefined ? '' : `Authentication-Results: ${receiver};\r\n\t${authentication}\r\n`;
  return `${results}${received}${raw}`;
}

/** The bounce of a mail (https://www.rfc-editor.org/rfc/rfc3464), as it is filed. `raw`: the mail that is bounced. */
function bounceOf(raw: string, failure: Failure): string {
  const { status, diagnostic, action = 'failed', returned = 'headers' } = failure;
  const to = headerValue(raw, 'to') ?? '';
  const recipient = /<([^>]*)>/.exec(to)?.[1] ?? to;
  const boundary = `=_${crypto.randomUUID()}`;
  const [headers = ''] = raw.split('\r\n\r\n', 1);
  const original = returned === 'headers' ? ['text/rfc822-headers', `${headers}\r\n`] : ['message/rfc822', raw];
  const parts = [
    ['text/plain; charset=us-ascii', `Your mail to <${recipient}> could not be delivered.\r\n\r\n${diagnostic}\r\n`],
    [
      'message/delivery-status',
      [
        `Reporting-MTA: dns; ${receiver}`,
        '',
        `Final-Recipient: rfc822; ${recipient}`,
        `Action: ${action}`,
        `Status: ${status}`,
        `Diagnostic-Code: ${diagnostic}`,
        '',
      ].join('\r\n'),
    ],
    original,
  ];
  return receivedCopy(
    [
      `From: Mail Delivery System <MAILER-DAEMON@${receiver}>`,
      `To: ${headerValue(raw, 'from')}`,
      'Subject: Undelivered Mail Returned to Sender',
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${crypto.randomUUID()}@${receiver}>`,
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary="${boundary}"`,
      '',
      'This is a MIME-encapsulated message.',
      '',
      ...parts.flatMap(([type, content]) => [`--${boundary}`, `Content-Type: ${type}`, '', content]),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
}

/** An SMTP server on the loopback address. It accepts each mail. Then `decide` says what the server files in the Dovecot. */
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
