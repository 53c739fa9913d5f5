import path from 'node:path';
import { headerValue } from '../../server/mail/arrival/bounce.ts';
import { startDovecot } from '../helpers/mail/dovecot.ts';
import { type Decision, startFilingServer } from '../helpers/mail/filingServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { runInFile } from '../helpers/store/stored.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { type Part, unlimited, until } from './part.ts';
import { rawPost } from './rawPost.ts';
import { sizes } from './sizes.ts';

const minute = 60_000;
/** What a mail ends as, in the words of the store. */
type End = 'INBOX' | 'Junk' | 'failed' | 'lost';

/** Of a hundred mails five go to Junk, one comes back, one is lost, one is late and one comes twice. */
function decide(count: number, later: Promise<void>): { readonly decision: Decision; readonly end: End } {
  const place = count % 100;
  if (place === 50) return { decision: 'nowhere', end: 'lost' };
  if (place === 40)
    return { decision: { bounce: { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 unknown' } }, end: 'failed' };
  if (place === 30) return { decision: { folder: 'INBOX', later }, end: 'INBOX' };
  if (place === 20) return { decision: 'twice', end: 'INBOX' };
  const folder = place >= 1 && place <= 5 ? 'Junk' : 'INBOX';
  return { decision: { folder, authentication: 'spf=pass; dkim=none; dmarc=pass' }, end: folder };
}

/** A mailbox that loses, hides and returns mails, and a server that is killed while it records what it found: each is told rightly. */
export async function runArrival({ expect, counts, untilEnd, folder }: Part): Promise<void> {
  const ledger = newLedger();
  const dovecot = await untilEnd(startDovecot());
  // The late mail comes after the server that has sent it.
  const restarted = Promise.withResolvers<void>();
  const ends = new Map<string, End>();
  let taken = 0;
  const filing = await untilEnd(
    startFilingServer(dovecot, (raw, count) => {
      taken = count;
      const { decision, end } = decide(count, restarted.promise);
      ends.set(headerValue(raw, 'message-id') ?? '', end);
      return decision;
    }),
  );
  const dataDirectory = folder();
  const start = () => startSite({ ...unlimited, SMTP_URL: filing.url, IMAP_URL: dovecot.url }, { dataDirectory });
  const query = (sql: string) => runInFile(path.join(dataDirectory, 'submissions.sqlite'), sql);
  const told = () =>
    query(
      "SELECT message_id AS id, coalesce(folder, CASE state WHEN 'failed' THEN 'failed' ELSE 'lost' END) AS told FROM mails",
    );
  const wrong = () => told().filter(({ id, told: end }) => ends.get(String(id)) !== end).length;
  const isSent = () => query('SELECT 1 FROM mails WHERE sent_at IS NULL').length === 0;

  let site = await start();
  const post = async (amount: number) => {
    for (let count = 0; count < amount; count += 1) {
      const answer = await rawPost(site.port, ledger.newPosting());
      expect(answer?.status === 200, `an answer was ${answer?.status}`);
    }
    expect(await until(isSent), 'mails have not left');
  };
  const half = Math.ceil(sizes.arrivals / 2);
  await post(half);
  await site.stop();
  // At its start it looks.
  site = await start();
  await site.waitForLog(({ msg }) => msg === 'mail arrived');
  site.signal('SIGKILL');
  await site.ended;
  counts['found before the kill'] = told().filter(({ told: end }) => end !== 'lost').length;
  // It looks once the lease of the killed server is over.
  site = await start();
  restarted.resolve();
  await post(sizes.arrivals - half);
  expect(await until(() => wrong() === 0, 200), `${wrong()} mails are told wrongly`);
  await site.stop();

  query(`UPDATE mails SET sent_at = sent_at - ${16 * minute}`);
  query(
    `UPDATE mailbox SET watched_since = watched_since - ${16 * minute}, looked_at = looked_at - ${16 * minute}, lease_owner = NULL`,
  );
  const [former] = query('SELECT looked_at FROM mailbox');
  site = await untilEnd(start());
  const hasLooked = () => query('SELECT looked_at FROM mailbox')[0]?.looked_at !== former?.looked_at;
  expect(await until(hasLooked), 'the mailbox is not looked into');
  const missing = query('SELECT message_id AS id FROM missing_mails');
  const lost = [...ends].filter(([, end]) => end === 'lost').map(([id]) => id);
  expect(
    missing
      .map(({ id }) => id)
      .toSorted()
      .join() === lost.toSorted().join(),
    'other mails are missing than were lost',
  );

  const twice = taken - ends.size;
  expect(ends.size === sizes.arrivals, `${ends.size} mails were taken`);
  expect(twice === 0, `${twice} mails left twice`);
  for (const end of ['INBOX', 'Junk', 'failed', 'lost'])
    counts[end] = [...ends.values()].filter((each) => each === end).length;
  counts['left twice'] = twice;
}
