import path from 'node:path';
import { startDovecot } from '../helpers/mail/dovecot.ts';
import { type Decision, headerOf, startFilingServer } from '../helpers/mail/filingServer.ts';
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

/** A mailbox that loses, hides and returns mails, and a server that is killed while it looks: each mail is told rightly. */
export async function runArrival({ expect, counts, untilEnd, folder }: Part): Promise<void> {
  const ledger = newLedger();
  // Without IDLE, which other tests have, all is found by looking now and then.
  const dovecot = await untilEnd(startDovecot({ idle: false }));
  // The late mail comes after the server that has sent it.
  const restarted = Promise.withResolvers<void>();
  const ends = new Map<string, End>();
  const filing = await untilEnd(
    startFilingServer({
      dovecot,
      decide: (raw, count) => {
        const { decision, end } = decide(count, restarted.promise);
        ends.set(headerOf(raw, 'Message-ID'), end);
        return decision;
      },
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
  const half = Math.ceil(sizes.arrivals / 2);
  for (const amount of [half, sizes.arrivals - half]) {
    for (let count = 0; count < amount; count += 1) {
      const answer = await rawPost(site.port, ledger.newPosting());
      expect(answer?.status === 200, `an answer was ${answer?.status}`);
    }
    expect(await until(isSent), 'mails have not left');
    site.signal('SIGKILL');
    await site.ended;
    site = await start();
    restarted.resolve();
  }
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

  const twice = [...filing.timesTaken().values()].filter((times) => times > 1).length;
  expect(ends.size === sizes.arrivals, `${ends.size} mails were taken`);
  expect(twice === 0, `${twice} mails left twice`);
  for (const end of ['INBOX', 'Junk', 'failed', 'lost'])
    counts[end] = [...ends.values()].filter((each) => each === end).length;
  counts['left twice'] = twice;
}
