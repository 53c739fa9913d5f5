import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailServer, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { randomFrom } from '../helpers/report/random.ts';
import { type Environment, type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { markIn, newLedger, type Posting, postingKinds } from '../helpers/visitor/ledger.ts';
import { person } from '../helpers/visitor/visitor.ts';
import { type Part, unlimited, until } from './part.ts';
import { type RawPostOptions, rawPost } from './rawPost.ts';
import { sizes } from './sizes.ts';

/** When a server is killed: at a point of a post's way in or of its mail's way out, or at any time. */
const steps: readonly Step[] = ['connect', 'hello', 'mailFrom', 'rcptTo', 'data', 'body', 'dot', 'accepted'];
const points = ['almost sent', 'sent', 'log written', 'first byte', ...steps, 'at random', 'at random'] as const;
type Point = (typeof points)[number];

const visitors = 6;
/** Where the servers of a campaign store. */
type Database = {
  readonly environment: Environment;
  /** How many servers work on it: a third of the kills meets one fewer, if there are several. */
  readonly servers: number;
  readonly kills: number;
  /** Kills the database itself, and starts it again. */
  readonly kill?: () => Promise<void>;
  /** What `stored` finds for the servers of a data directory. */
  readonly rows: (dataDirectory: string) => Promise<readonly Row[]>;
};
type Row = { readonly [column: string]: unknown };

/** Each submission with the mails about it. */
const stored = `SELECT s.*, m.message_id, m.state FROM submissions AS s
  JOIN mails AS m ON m.reference = s.reference`;

/** A place for a server: each server in it has the same mail server and data directory. */
type Place = {
  readonly mailServer: MailServer;
  readonly dataDirectory: string;
  /** Undefined: killed, and not yet up again. */
  site: Site | undefined;
  /** For the next post to this server. */
  options: RawPostOptions | undefined;
};

/** A mail that a mail server accepted. */
type Copy = {
  readonly place: Place;
  /** Whether the server of the place, and the database, lived then. */
  readonly isUp: boolean;
  /** How often each server and the database had been killed by then. */
  readonly kills: ReadonlyMap<Place | 'database', number>;
};

/** Blocks until SQLite's write-ahead log is written to, or for a few milliseconds. */
function watchLog(dataDirectory: string): void {
  const file = path.join(dataDirectory, 'submissions.sqlite-wal');
  const changed = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  const before = changed();
  const end = Date.now() + 30;
  while (changed() === before && Date.now() < end);
}

function isWhole({ name, email, phone, company, message, ...row }: Row): boolean {
  const said =
    [name, email, phone, company].join() === [person.name, person.email, person.phone, person.company].join();
  const isKept = row.body_hash !== null && row.idempotency_key !== null;
  const isNamed = String(row.message_id).startsWith(`<${String(row.reference).toLowerCase()}@`);
  const hasPlan = (row.kind === 'contact') === (row.plan_id === null);
  return said && String(message).includes('please call me back.') && isKept && isNamed && hasPlan;
}

/** Kills servers on one database, and the database, under load; they start again. */
async function killOn(part: Part, database: Database): Promise<void> {
  const { environment, servers, kills, kill: killDatabase, rows } = database;
  const { expect } = part;
  const ledger = newLedger();
  const random = randomFrom(sizes.seed);
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const places: Place[] = [];
  const copies = new Map<string, Copy[]>();
  const killed = new Map<Place | 'database', number>();
  const noteKill = (victim: Place | 'database') => killed.set(victim, (killed.get(victim) ?? 0) + 1);
  let [unavailable, replays] = [0, 0];

  const start = async (place: Place): Promise<void> => {
    const site = await startSite(
      { ...unlimited, SMTP_URL: place.mailServer.url, MAIL_RETRY_SECONDS: '1', ...environment },
      { dataDirectory: place.dataDirectory },
    );
    place.site = site;
    void site.ended.then(({ exitCode }) =>
      expect(exitCode === null || exitCode === 0, `a server ended by itself:\n${site.output()}`),
    );
  };
  const addPlace = async (): Promise<void> => {
    const mailServer = await part.untilEnd(
      startMailServer({
        onMail: (raw) => {
          ledger.noteMail(raw);
          const mark = markIn(raw);
          const isUp = place.site !== undefined && !isDatabaseDown;
          copies.set(mark, [...(copies.get(mark) ?? []), { place, isUp, kills: new Map(killed) }]);
        },
      }),
    );
    const place: Place = { mailServer, dataDirectory: part.folder(), site: undefined, options: undefined };
    places.push(place);
    await start(place);
    await part.untilEnd({ stop: () => place.site?.stop() });
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
  let isDatabaseDown = false;
  const visit = async (): Promise<void> => {
    while (isLoaded) {
      const posting = ledger.newPosting(oneOf(postingKinds));
      await post(posting);
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
        noteKill(place);
        site.signal('SIGKILL');
        void site.ended.then(() => start(place)).catch((error) => expect(false, `a server did not start:\n${error}`));
        resolve();
      };
      const after = (milliseconds: number) => setTimeout(act, milliseconds);
      const whenLogged = () => {
        watchLog(place.dataDirectory);
        act();
      };
      if (point === 'almost sent') place.options = { onAlmostSent: act };
      else if (point === 'sent') place.options = { onSent: () => after(random() * 8) };
      else if (point === 'log written') place.options = { onSent: whenLogged };
      else if (point === 'first byte') place.options = { onFirstByte: act };
      else if (point === 'at random') after(random() * 150);
      else
        place.mailServer.react = (step) => {
          // The answer of the last step is on its way: sometimes it is read before the kill.
          if (step === point && point === 'accepted' && random() < 0.5) after(random() * 3);
          else if (step === point) act();
          return undefined;
        };
      after(600);
    });
  const killMany = async (from: number, to: number): Promise<void> => {
    for (let nth = from; nth < to; nth += 1) {
      await until(() => running().length > 0, 5);
      const place = oneOf(running());
      // One in ten, and always the third.
      if (killDatabase && nth % 10 === 2) {
        await sleep(random() * 150);
        noteKill('database');
        isDatabaseDown = true;
        await killDatabase();
        isDatabaseDown = false;
      } else if (place) await kill(place, points[(nth * 5 + 3) % points.length] as Point);
    }
  };

  for (let place = 0; place < Math.max(1, servers - 1); place += 1) await addPlace();
  const visiting = Promise.all(Array.from({ length: visitors }, visit));
  const withFewer = Math.ceil(kills / 3);
  await killMany(0, withFewer);
  if (servers > 1) await addPlace();
  await killMany(withFewer, kills);
  isLoaded = false;
  await visiting;
  await until(() => running().length === places.length);

  const dataDirectory = places[0]?.dataDirectory ?? '';
  const undelivered = async () => (await rows(dataDirectory)).filter(({ state }) => state !== 'sent').length;
  let left = await undelivered();
  // More kills than a busy machine has time to send between leave very many.
  for (let before = Number.POSITIVE_INFINITY; left > 0 && left < before; ) {
    before = left;
    await until(async () => (await undelivered()) === 0, 250);
    left = await undelivered();
  }
  const kept = await rows(dataDirectory);

  part.judge(ledger);
  const counts = ledger.counts();
  expect(counts.acknowledged === counts.posted, 'a post was never acknowledged, though sent again');
  const marks = new Set(kept.map(({ message }) => markIn(String(message))));
  expect(
    kept.length === counts.posted && marks.size === counts.posted,
    `${counts.posted} posts are stored with ${kept.length} mails`,
  );
  expect(kept.every(isWhole), 'a row is not whole');
  expect(left === 0, `${left} are not delivered in the end`);
  // A second copy follows only when the sender of the first, or the database, was killed.
  const unexplained = [...copies.values()].flatMap((sent) =>
    sent.slice(1).filter(({ kills: later }, index) => {
      const { place, isUp, kills: before } = sent[index] as Copy;
      return isUp && [place, 'database' as const].every((victim) => later.get(victim) === before.get(victim));
    }),
  ).length;
  expect(unexplained === 0, `${unexplained} mails left twice without a kill between`);
  Object.assign(part.counts, {
    'kills of servers': places.reduce((sum, place) => sum + (killed.get(place) ?? 0), 0),
    'kills of the database': killed.get('database') ?? 0,
    '503 answers': unavailable,
    replays,
  });
}

/** One server on SQLite: it finds its own files again, and sends the mails that it held once their lease has ended. */
export function runKills(part: Part): Promise<void> {
  const rows = async (dataDirectory: string) => {
    const database = new DatabaseSync(path.join(dataDirectory, 'submissions.sqlite'), { readOnly: true });
    const check = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
    const found = database.prepare(stored).all();
    database.close();
    part.expect(check === 'ok', `database: ${check}`);
    return found;
  };
  return killOn(part, { environment: {}, servers: 1, kills: sizes.kills, rows });
}

/** Two and then three servers on one PostgreSQL, which is killed too. */
export async function runPostgresKills(part: Part): Promise<void> {
  const postgres = await part.untilEnd(startPostgres());
  const databaseUrl = await postgres.createDatabase();
  const environment = { DATABASE_URL: databaseUrl };
  // The first server creates the tables.
  await (await startSite(environment)).stop();
  const kill = async () => {
    await postgres.kill();
    await postgres.start();
  };
  const rows = () => postgres.query(stored, databaseUrl);
  await killOn(part, { environment, servers: 3, kills: sizes.postgresKills, kill, rows });
}
