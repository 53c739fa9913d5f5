/**
 * How a mail system says that it could not deliver a mail. That of Postfix 3.7 is recorded, and shortened. The others are made up, in
 * the forms that the systems use.
 */
type Sample = {
  readonly from: string;
  /** Makes the bounce of the mail with this Message-ID. Lines end with a line feed. */
  readonly raw: (messageId: string) => string;
  readonly status: string;
  readonly diagnostic: string;
};

const returned = (messageId: string) => `Return-Path: <site@cirrux.example>
Received: from web.example by mx.example; Sat, 28 Nov 2026 10:00:00 +0200
From: Website <site@cirrux.example>
To: sales@cirrux.example
Subject: Order from Jo [7K3M9-QXD2R]
Message-ID: ${messageId}

550 users need a mailbox each.
`;
const report = (id: string, fields: string, text = 'It could not be delivered.') => `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example>
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

${text}

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; sales@cirrux.example
${fields}

--b1
Content-Type: message/rfc822

${returned(id)}
--b1--
`;
const inLines = (text: string) => text.replace(/.{76}/g, '$&\n');
const base64 = (text: string) => inLines(Buffer.from(text).toString('base64'));
const plain = (from: string, subject: string, text: string, headers = '') =>
  `From: ${from}\nTo: site@cirrux.example\nSubject: ${subject}\n${headers}\n${text}`;

export const bounceSamples: readonly Sample[] = [
  {
    from: 'Postfix',
    raw: (id) =>
      report(
        id,
        `Original-Recipient: rfc822;sales@cirrux.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example
Diagnostic-Code: smtp; 550 5.1.1 no such mailbox
    here`,
        `<sales@cirrux.example>: host mx.example[192.0.2.1] said: 550 5.1.1 no such
    mailbox here (in reply to RCPT TO command)`,
      ),
    status: '5.1.1',
    diagnostic: 'smtp; 550 5.1.1 no such mailbox    here',
  },
  {
    from: 'Exchange, with the headers of the mail in the text, and its Message-ID nowhere else',
    raw: (id) =>
      report(
        '<other@outlook.example>',
        'Action: failed\nStatus: 5.7.129\nDiagnostic-Code: smtp;550 5.7.129 RESOLVER.RST; not accepted',
        `Original Message Headers\nReceived: from a\nMessage-ID: ${id}`,
      ).replace(
        'Mail Delivery System <MAILER-DAEMON@mx.example>',
        'Microsoft Outlook <MicrosoftExchange329e@cirrux.example>',
      ),
    status: '5.7.129',
    diagnostic: 'smtp;550 5.7.129 RESOLVER.RST; not accepted',
  },
  {
    from: 'WorkMail, whose report has its parts in base64',
    raw: (id) =>
      `Return-Path: <>
From: postmaster@workmail.example
Subject: Delivery Status Notification (Failure)
Content-Type: multipart/report; boundary="w"; report-type=delivery-status

--w
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

${base64('Your message could not be delivered.\n\n554 4.4.7 Message expired: unable to deliver in 840 minutes\n')}
--w
Content-Type: message/rfc822
Content-Transfer-Encoding: base64

${base64(returned(id))}
--w--
`,
    status: '5.0.0',
    diagnostic: '554 4.4.7 Message expired: unable to deliver in 840 minutes',
  },
  {
    from: 'Exim, about an address that it does not know',
    raw: (id) =>
      plain(
        'Mail Delivery System <Mailer-Daemon@host.example>',
        'Mail delivery failed: returning message to sender',
        `The following address(es) failed:\n\n  sales@cirrux.example\n    Unrouteable address\n\n${returned(id)}`,
        'X-Failed-Recipients: sales@cirrux.example\n',
      ),
    status: '5.0.0',
    diagnostic: 'Mail delivery failed: returning message to sender',
  },
  {
    from: 'Zoho, in quoted-printable',
    raw: (id) =>
      plain(
        'mailer-daemon@mail.zoho.example',
        'Undelivered Mail Returned to Sender',
        `A message that you sent could not be delivered to one or more of its recip=
ients. This is a permanent error.

sales@cirrux.example Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.=
1 no such user

Message-ID:=20${id.slice(0, 14)}=
${id.slice(14).replace('@', '=40')}
`,
        'Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n',
      ),
    status: '5.1.1',
    diagnostic: 'sales@cirrux.example Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 no such user',
  },
  {
    from: 'GMX',
    raw: (id) =>
      plain(
        '"GMX Mailer Daemon" <mailer-daemon@gmx.example>',
        'Mail delivery failed: returning message to sender',
        `The following address failed:

sales@cirrux.example:
SMTP error from remote server for RCPT TO command, host: mx.example reason: 550 unknown user

${returned(id)}`,
      ),
    status: '5.0.0',
    diagnostic: 'SMTP error from remote server for RCPT TO command, host: mx.example reason: 550 unknown user',
  },
  {
    from: 'qmail',
    raw: (id) =>
      plain(
        'MAILER-DAEMON@host.example',
        'failure notice',
        `Hi. This is the qmail-send program at host.example.

<sales@cirrux.example>:
Sorry, no mailbox here by that name. (#5.1.1)

${returned(id)}`,
        'Return-Path: <>\n',
      ),
    status: '5.1.1',
    diagnostic: 'Sorry, no mailbox here by that name. (#5.1.1)',
  },
  {
    from: 'a system with an address of its own, an empty Return-Path, and our Message-ID in References alone',
    raw: (id) =>
      plain(
        'Delivery <noreply@relay.example>',
        'Your mail',
        '550 5.7.1 rejected by policy\n',
        `Return-Path: <>\nIn-Reply-To: ${id}\nReferences: <a@b.example> ${id}\n`,
      ),
    status: '5.7.1',
    diagnostic: '550 5.7.1 rejected by policy',
  },
];

/** Mails that name one of ours and are no bounces. */
export const otherSamples: readonly { readonly what: string; readonly raw: (messageId: string) => string }[] = [
  {
    what: "a visitor's answer that quotes our mail and a refusal",
    raw: (id) =>
      plain('Jo <jo@visitor.example>', 'Re: Your order', `550 5.1.1 is what I got.\n> ${id}\n`, `In-Reply-To: ${id}\n`),
  },
  {
    what: 'a note of absence with an empty Return-Path',
    raw: (id) =>
      plain(
        'Jo <jo@visitor.example>',
        'Away',
        '550 5.1.1 Main Road is closed.\n',
        `Return-Path: <>\nAuto-Submitted: auto-replied (vacation)\nIn-Reply-To: ${id}\n`,
      ),
  },
  {
    what: 'a note of absence that says so in its subject alone, with a street number in its signature',
    raw: (id) =>
      plain(
        'Postmaster <postmaster@visitor.example>',
        'Automatic reply: Order',
        'I am away.\n550 Main Road\n',
        `Return-Path: <>\nIn-Reply-To: ${id}\n`,
      ),
  },
  {
    what: 'a note of absence that marks nothing, with a street number in its signature',
    raw: (id) => plain('Jo <jo@visitor.example>', 'Away', '550 Main Road\n', `Return-Path: <>\nIn-Reply-To: ${id}\n`),
  },
  {
    what: 'a report on a delay, whose returned mail quotes a failure',
    raw: (id) => `${report(id, 'Action: delayed\nStatus: 4.4.1')}\n\nAction: failed\nStatus: 5.1.1\n`,
  },
  ...['delivered', 'relayed', 'expanded'].map((action) => ({
    what: `a report that says ${action}`,
    raw: (id: string) => report(id, `Action: ${action}\nStatus: 2.0.0`),
  })),
  {
    what: 'a receipt that somebody has read the mail',
    raw: (id) =>
      report(id, 'Disposition: manual-action; displayed\nAction: failed').replace(
        'report-type=delivery-status',
        'report-type=disposition-notification',
      ),
  },
];
