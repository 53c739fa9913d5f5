import { expect, test } from '@jest/globals';
import { bounceSamples } from '../helpers/mail/bounces.ts';
import { startImapServer } from '../helpers/mail/imapServer.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { logged, rowOf, submit } from '../helpers/visitor/posts.ts';

test('an order has arrived under another Message-ID, and one that has come back is an alarm, on a server that finds nothing by search', async () => {
  const imap = await untilEnd(startImapServer());
  imap.addFolder('INBOX.spam');
  imap.react = (verb) => (verb === 'SEARCH' ? 'OK nothing' : undefined);
  const filings = [
    (raw: string) => imap.file(raw.replace(/^Message-ID: .*$/m, 'Message-ID: <0100-abc@relay.example>'), 'INBOX.spam'),
    (raw: string) => imap.file(bounceSamples[3]?.raw(/^Message-ID: (.*)$/m.exec(raw)?.[1] ?? '') ?? ''),
  ];
  const smtp = await untilEnd(startMailServer({ onMail: (raw) => filings.shift()?.(raw) }));
  const environment = { SMTP_URL: smtp.url, DATA_DIR: directoryUntilEnd() };
  // A site looks into the mailbox when it starts, and then only once a minute.
  const sending = await startApp(environment);
  const renamed = await submit(sending);
  await logged(sending, 'mail delivered', renamed);
  const bounced = await submit(sending);
  await logged(sending, 'mail delivered', bounced);
  await sending.stop();

  const looking = await untilEnd(startApp({ ...environment, IMAP_URL: imap.url, METRICS_PORT: '0' }));
  expect(await logged(looking, 'mail arrived', renamed)).toMatchObject({ folder: 'Junk' });
  expect(await logged(looking, 'mail bounced', bounced)).toMatchObject({ level: 50, status: '5.2.2' });
  expect(await looking.waitForLog(({ alarm }) => alarm === 'failed-deliveries')).toMatchObject({ level: 50 });
  const metrics = await fetch(String((await looking.waitForLog(({ msg }) => msg === 'metrics are served')).url));
  expect(await metrics.text()).toContain('\nwebsite_mails_arrived_total{folder="Junk"} 1\n');
  const last_error = 'The mail came back: 552 5.2.2 over quota';
  expect(rowOf(looking, bounced)).toMatchObject({ state: 'failed', last_error });
});
