import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailServer, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { randomFrom } from '../helpers/report/random.ts';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { faultsOf, newLedger, type Posting, postingKinds } from '../helpers/visitor/ledger.ts';
import { person } from '../helpers/visitor/visitor.ts';
import { type RawPostOptions, rawPost } from './rawPost.ts';
import { newFindings, type Report, rounded, until } from './report.ts';
import { sizes } from './sizes.ts';

/** When a server is killed: at a point of a post's way in or of its mail's way out, or at any time. */
const steps: readonly Step[] = ['hello', 'rcptTo', 'data', 'dot', 'accepted'];
const points = ['almost sent', 'sent', 'first byte', ...steps, 'at random', 'at random'] as const;
type Point = (typeof points)[number];

/** One kill in this many is PostgreSQL's own. */
const databaseEvery = 10;
const visitors = 6;
/** Milliseconds for which a lease lasts here, instead of five minutes. */
const lease = 3_000;
/** Milliseconds in which a mail that the mail server has taken is marked as delivered, on a busy machine too. */
const marking = 2_500;
const markPattern = /Mark-\d{7}-/;

// Leases end sooner for everybody: the server works with the end that the database returns.
const shortLeases = `CREATE FUNCTION short_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.next_attempt_at := floor(extract(epoch FROM statement_timestamp()) * 1000) + ${lease};
    RETURN NEW;
  END $$;
  CREATE TRIGGER short_lease BEFORE UPDATE ON submissions FOR EACH ROW
    WHEN (NEW.leased AND NEW.attempts > OLD.attempts) EXECUTE FUNCTION short_lease()`;

/** A place for a server: each server in it has the same mail server. */
type Place = {
  readonly name: string;
  readonly mailServer: MailServer;
  readonly dataDirectory: string;
  /** Undefined: killed, and not yet up again. */
  site: Site | undefined;
  /** For the next post to this server. */
  options: RawPostOptions | undefined;
};

/** A mail that a mail server accepted, by the server of a place. */
type Copy = { readonly place: string; readonly time: number };
/** When a server or the database was down because it was killed. */
type Outage = { readonly victim: string; readonly begun: number; ended: number };

/** Two and then three servers on one PostgreSQL; they and it are killed under load, and start again. */
export async function runPostgresKills(): Promise<Report> {
  if (!findDebianTool('postgres'))
    return { counts: { 'kills on PostgreSQL': "skipped: this machine lacks Debian's PostgreSQL" }, faults: [] };
  const { faults, expect } = newFindings();
  const ledger = newLedger();
  const random = randomFrom(sizes.seed);
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const places: Place[] = [];
  const copies = new Map<string, Copy[]>();
  const outages: Outage[] = [];
  const acknowledgedAt = new Map<string, number>();
  let [unavailable, replays, postponed] = [0, 0, 0];

  const start = (place: Place): Promise<void> =>
    startSite(
      {
        DATABASE_URL: databaseUrl,
        SMTP_URL: place.mailServer.url,
        MAIL_RETRY_SECONDS: '1',
        SUBMISSION_LIMIT: '1000000000',
        SUBMISSION_FLOOD: '1000000000',
      },
      { dataDirectory: place.dataDirectory, responseCache: false },
    ).then((site) => {
      place.site = site;
      void site.ended.then(({ exitCode }) => {
        expect(exitCode !== 1, `a server ended by itself:\n${site.output()}`);
        postponed += site.log.filter(({ msg }) => msg === 'mail postponed').length;
      });
    });
  const addPlace = async (): Promise<void> => {
    const name = `place ${places.length + 1}`;
    const onMail = (raw: string) => {
      ledger.noteMail(raw);
      const mark = markPattern.exec(raw)?.[0] ?? '';
      copies.set(mark, [...(copies.get(mark) ?? []), { place: name, time: Date.now() }]);
    };
    const mailServer = await startMailServer({ onMail });
    const place: Place = { name, mailServer, dataDirectory: newDataDirectory(), site: undefined, options: undefined };
    places.push(place);
    await start(place);
  };
  const running = () => places.filter(({ site }) => site);

  /** Posts until it is acknowledged, to any server that runs. */
  const post = async (posting: Posting): Promise<void> => {
    for (;;) {
      const place = oneOf(running());
      const options = place?.options;
      if (place) place.options = undefined;
      const answer = place?.site && (await rawPost(place.site.port, posting, options));
      if (place) ledger.noteAnswer(posting, answer);
      if (answer?.status === 503) unavailable += 1;
      else if (answer && answer.status >= 400) expect(false, `a post was answered with ${answer.status}`);
      if (answer?.reference) {
        const before = ledger.acknowledged.get(posting.mark);
        expect(before === answer.reference, `${posting.mark} has two references: ${before} and ${answer.reference}`);
        return;
      }
      await sleep(10 + random() * 40);
    }
  };
  let isLoaded = true;
  const visit = async (): Promise<void> => {
    while (isLoaded) {
      const posting = ledger.newPosting(oneOf(postingKinds));
      await post(posting);
      acknowledgedAt.set(posting.mark, Date.now());
      if (random() < 0.1) {
        replays += 1;
        await post(posting);
      }
      await sleep(random() * 100);
    }
  };

  /** Kills the server of a place at the point, or after a while if that is not reached. */
  const kill = (place: Place, point: Point): Promise<void> =>
    new Promise((resolve) => {
      const { site } = place;
      let isDone = false;
      const act = () => {
        if (isDone || !site) return;
        isDone = true;
        place.mailServer.react = () => undefined;
        place.options = undefined;
        place.site = undefined;
        site.signal('SIGKILL');
        const outage: Outage = { victim: place.name, begun: Date.now(), ended: Number.POSITIVE_INFINITY };
        outages.push(outage);
        void site.ended
          .then(() => start(place))
          .then(() => {
            outage.ended = Date.now();
          });
        resolve();
      };
      const after = (milliseconds: number) => setTimeout(act, milliseconds);
      if (point === 'almost sent') place.options = { onAlmostSent: act };
      else if (point === 'sent') place.options = { onSent: () => after(random() * 8) };
      else if (point === 'first byte') place.options = { onFirstByte: act };
      else if (point === 'at random') after(random() * 150);
      else
        place.mailServer.react = (step) => {
          // The answer of the last step is on its way: sometimes it is read before the kill.
          if (step === point && point === 'accepted') after(random() * 3);
          else if (step === point) act();
          return undefined;
        };
      after(600);
    });
  const killDatabase = async (): Promise<void> => {
    await sleep(random() * 150);
    const outage: Outage = { victim: 'PostgreSQL', begun: Date.now(), ended: Number.POSITIVE_INFINITY };
    outages.push(outage);
    await postgres.kill();
    await postgres.start();
    outage.ended = Date.now();
  };
  const killMany = async (count: number): Promise<void> => {
    for (let nth = 1; nth <= count; nth += 1) {
      await until(() => running().length > 0, 60_000, 5);
      const place = oneOf(running());
      if (nth % databaseEvery === Math.min(3, count)) await killDatabase();
      else if (place) await kill(place, oneOf(points) ?? 'at random');
    }
  };

  await addPlace();
  await postgres.query(shortLeases, databaseUrl);
  await addPlace();
  const visiting = Promise.all(Array.from({ length: visitors }, visit));
  const withTwo = Math.ceil(sizes.postgresKills / 3);
  await killMany(withTwo);
  await addPlace();
  await killMany(sizes.postgresKills - withTwo);
  isLoaded = false;
  await visiting;
  await until(() => running().length === places.length, 60_000);
  const lastKill = Date.now();

  type Stored = { readonly mark: string; readonly state: string; readonly isWhole: boolean };
  const readRows = async (): Promise<Stored[]> =>
    (await postgres.query(
      `SELECT substring(message FROM 'Mark-[0-9]{7}-') AS mark, state, name = '${person.name}'
        AND email = '${person.email}' AND phone = '${person.phone}' AND company = '${person.company}'
        AND message LIKE '%please call me back.%' AND body_hash IS NOT NULL AND idempotency_key IS NOT NULL
        AND (kind = 'contact') = (plan_id IS NULL) AND message_id LIKE '<' || lower(reference) || '@%' AS "isWhole"
       FROM submissions`,
      databaseUrl,
    )) as unknown as Stored[];
  let rows = await readRows();
  // A lease ends, and servers look for what is due every 15 seconds at the latest.
  const end = Date.now() + lease + 20_000;
  while (rows.some(({ state }) => state !== 'delivered') && Date.now() < end) {
    await sleep(250);
    rows = await readRows();
  }
  const settled = rounded((Date.now() - lastKill) / 1000);
  for (const { site, mailServer, dataDirectory } of places) {
    await site?.stop();
    await mailServer.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
  await postgres.stop();

  const counts = ledger.counts();
  faults.push(...faultsOf(ledger));
  expect(counts.acknowledged === counts.posted, 'a post was never acknowledged, though sent again');
  expect(
    rows.length === counts.posted && new Set(rows.map(({ mark }) => mark)).size === counts.posted,
    `${counts.posted} posts are stored as ${rows.length}`,
  );
  expect(
    rows.every(({ isWhole }) => isWhole),
    'a row is not whole',
  );
  const left = rows.filter(({ state }) => state !== 'delivered').length;
  expect(left === 0, `${left} are not delivered in the end`);
  // A second copy: who sent the first, or the database, was killed before it could mark it.
  const unexplained = [...copies.values()].flatMap((sent) =>
    sent.slice(1).filter((_, index) => {
      const { place, time } = sent[index] as Copy;
      return !outages.some(
        ({ victim, begun, ended }) =>
          (victim === place || victim === 'PostgreSQL') && begun <= time + marking && ended >= time,
      );
    }),
  ).length;
  expect(unexplained === 0, `${unexplained} mails left twice without a kill between`);
  const waits = [...copies].map(([mark, [first]]) => (first?.time ?? 0) - (acknowledgedAt.get(mark) ?? 0));
  const longest = waits.reduce((most, wait) => Math.max(most, wait), 0);
  const ofDatabase = outages.filter(({ victim }) => victim === 'PostgreSQL').length;
  return {
    counts: {
      'kills of servers': outages.length - ofDatabase,
      'kills of PostgreSQL': ofDatabase,
      ...counts,
      '503 answers': unavailable,
      'replays, another server': replays,
      'twice without a kill between': unexplained,
      'mails postponed': postponed,
      'longest way to the mailbox, s': rounded(longest / 1000),
      'all delivered after, s': settled,
      'left undelivered': left,
    },
    faults,
  };
}
