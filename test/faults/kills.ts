import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailServer, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { type Environment, type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres, startStandby } from '../helpers/store/postgres.ts';
import { type Ledger, markIn, newLedger, type Posting, postingKinds } from '../helpers/visitor/ledger.ts';
import { person } from '../helpers/visitor/visitor.ts';
import { type Part, sizes, unlimited, until } from './part.ts';
import { type RawPostOptions, rawPost } from './rawPost.ts';

const steps: readonly Step[] = ['connect', 'hello', 'mailFrom', 'rcptTo', 'data', 'body', 'dot', 'accepted'];
/** When a server is killed: at a point in a post, at a step of sending its mail, or at random. */
const points = ['almost sent', 'sent', 'log written', 'answered', ...steps, 'at random', 'at random'] as const;
type Point = (typeof points)[number];

const visitors = 6;

type Row = { readonly [column: string]: unknown };
type Database = {
  readonly environment: Environment;
  /** The number of servers. If there are several, the last one starts after a third of the kills. */
  readonly servers: number;
  readonly kills: number;
  /** Kills the database. Resolves when the database, or its standby, can be reached again. */
  readonly kill?: () => Promise<void>;
  /** Resolves with the rows of the query `stored`. Only SQLite needs the data directory. */
  readonly rows: (dataDirectory: string) => Promise<readonly Row[]>;
};

/** Each submission with the mails about it. */
const stored = `SELECT s.*, m.message_id, m.state FROM submissions AS s
  JOIN mails AS m ON m.reference = s.reference`;

/** A place for one server at a time. After a kill, the next server uses the same mail server and data directory. */
type Place = {
  readonly mailServer: MailServer;
  readonly dataDirectory: string;
  /** Undefined: the server was killed, and the next has not started yet. */
  site: Site | undefined;
  kills: number;
  /** The options of the next post to this server. Undefined: the post needs none. */
  options: RawPostOptions | undefined;
};

/** The latest copy of a mail that a mail server accepted. */
type Copy = {
  readonly place: Place;
  /** How many kills came before this copy. One more would explain a second copy. Undefined: the server or the database was down. */
  readonly kills: number | undefined;
};

/** The servers on one database, each with a mail server of its own. */
function newServers(part: Part, { environment, kill }: Database, ledger: Ledger) {
  const places: Place[] = [];
  const copies = new Map<string, Copy>();
  let isDatabaseDown = false;
  const counts = { 'kills of the database': 0, 'twice without a kill between': 0 };
  const killsOf = (place: Place) => place.kills + counts['kills of the database'];

  const start = async (place: Place): Promise<void> => {
    const mail = { SMTP_URL: place.mailServer.url, MAIL_RETRY_SECONDS: '1' };
    const { dataDirectory } = place;
    const site = await startSite({ ...unlimited, ...mail, ...environment }, { dataDirectory });
    place.site = site;
    void site.ended.then(({ exitCode }) => part.expect(!exitCode, `a server ended by itself:\n${site.output()}`));
  };
  return {
    places,
    counts,
    running: () => places.filter(({ site }) => site),
    add: async (): Promise<void> => {
      const onMail = (raw: string) => {
        ledger.noteMail(raw);
        const before = copies.get(markIn(raw));
        if (before?.kills !== undefined && before.kills === killsOf(before.place))
          counts['twice without a kill between'] += 1;
        const isUp = place.site !== undefined && !isDatabaseDown;
        copies.set(markIn(raw), { place, kills: isUp ? killsOf(place) : undefined });
      };
      const mailServer = await part.untilEnd(startMailServer({ onMail }));
      const place: Place = { mailServer, dataDirectory: part.folder(), site: undefined, kills: 0, options: undefined };
      places.push(place);
      await start(place);
      await part.untilEnd({ stop: () => place.site?.stop() });
    },
    /** Kills the server of a place, and starts the next one when the killed one has ended. */
    kill: (place: Place): void => {
      const { site } = place;
      if (!site) return;
      place.site = undefined;
      place.kills += 1;
      site.signal('SIGKILL');
      void site.ended
        .then(() => start(place))
        .catch((error) => part.expect(false, `a server did not start:\n${error}`));
    },
    killDatabase: async (): Promise<void> => {
      counts['kills of the database'] += 1;
      isDatabaseDown = true;
      await kill?.();
      isDatabaseDown = false;
    },
  };
}
type Servers = ReturnType<typeof newServers>;

/** Visitors send each post to running servers, until one acknowledges the post. Some acknowledged posts are sent once more. */
function startVisitors({ expect }: Part, { running }: Servers, ledger: Ledger) {
  const counts = { '503 answers': 0, replays: 0 };
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];
  const post = async (posting: Posting): Promise<void> => {
    for (;;) {
      const place = oneOf(running());
      const options = place?.options;
      if (place) place.options = undefined;
      const answer = place?.site && (await rawPost(place.site.port, posting, options));
      if (place) ledger.noteAnswer(posting, answer);
      if (answer?.status === 503) counts['503 answers'] += 1;
      else if (answer && answer.status >= 400) expect(false, `a post was answered with ${answer.status}`);
      if (answer?.reference) {
        const before = ledger.acknowledged.get(posting.mark);
        expect(before === answer.reference, `${posting.mark} has two references: ${before} and ${answer.reference}`);
        return;
      }
      await sleep(10 + Math.random() * 40);
    }
  };
  let isLoaded = true;
  const visit = async (): Promise<void> => {
    while (isLoaded) {
      const posting = ledger.newPosting(oneOf(postingKinds));
      await post(posting);
      if (Math.random() < 0.1) {
        counts.replays += 1;
        await post(posting);
      }
      await sleep(Math.random() * 100);
    }
  };
  const visiting = Promise.all(Array.from({ length: visitors }, visit));
  return {
    counts,
    stop: async (): Promise<void> => {
      isLoaded = false;
      await visiting;
    },
  };
}

/** Blocks until SQLite writes to its write-ahead log, but at most for 30 milliseconds. */
function watchLog(dataDirectory: string): void {
  const file = path.join(dataDirectory, 'submissions.sqlite-wal');
  const changed = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  const before = changed();
  const end = Date.now() + 30;
  while (changed() === before && Date.now() < end);
}

/** Resolves when the server has reached the point, or after 600 milliseconds. */
function reached(place: Place, point: Point): Promise<void> {
  return new Promise((resolve) => {
    const after = (milliseconds: number) => setTimeout(resolve, milliseconds);
    const whenLogged = () => {
      watchLog(place.dataDirectory);
      resolve();
    };
    if (point === 'almost sent') place.options = { onAlmostSent: resolve };
    else if (point === 'sent') place.options = { onSent: () => after(Math.random() * 8) };
    else if (point === 'log written') place.options = { onSent: whenLogged };
    else if (point === 'answered') place.options = { onAnswer: resolve };
    else if (point === 'at random') after(Math.random() * 150);
    else
      place.mailServer.react = (step) => {
        // After the last step, half the kills wait a little, so that the server may first read the mail server's answer.
        if (step === point && point === 'accepted' && Math.random() < 0.5) after(Math.random() * 3);
        else if (step === point) resolve();
        return undefined;
      };
    after(600);
  });
}

function isWhole({ name, email, phone, company, message, ...row }: Row): boolean {
  const said =
    [name, email, phone, company].join() === [person.name, person.email, person.phone, person.company].join();
  const isKept = row.body_hash !== null && row.idempotency_key !== null;
  const isNamed = String(row.message_id).startsWith(`<${String(row.reference).toLowerCase()}@`);
  const hasPlan = (row.kind === 'contact') === (row.plan_id === null);
  return said && String(message).includes('please call me back.') && isKept && isNamed && hasPlan;
}

/** Kills servers on one database, and the database itself, under load. What was killed is started again. */
async function killOn(part: Part, database: Database): Promise<void> {
  const { servers, kills, kill, rows } = database;
  const { expect } = part;
  const ledger = newLedger();
  const all = newServers(part, database, ledger);
  for (let place = 0; place < Math.max(1, servers - 1); place += 1) await all.add();
  const load = startVisitors(part, all, ledger);
  for (let nth = 0; nth < kills; nth += 1) {
    if (nth === Math.ceil(kills / 3) && servers > 1) await all.add();
    await until(() => all.running().length > 0, 5);
    const place = all.running()[Math.floor(Math.random() * all.running().length)];
    // Of every ten kills, the third kills the database.
    if (kill && nth % 10 === 2) {
      await sleep(Math.random() * 150);
      await all.killDatabase();
    } else if (place) {
      await reached(place, points[(nth * 5 + 3) % points.length] as Point);
      all.kill(place);
      place.mailServer.react = () => undefined;
      place.options = undefined;
    }
  }
  await load.stop();
  await until(() => all.running().length === all.places.length);

  const find = () => rows(all.places[0]?.dataDirectory ?? '');
  const isDelivered = async () => (await find()).every(({ state }) => state === 'sent');
  expect(await until(isDelivered, 250), 'not all are delivered in the end');
  const kept = await find();
  part.judge(ledger);
  const { posted, acknowledged } = ledger.counts();
  expect(acknowledged === posted, 'a post was never acknowledged, though sent again');
  const marks = new Set(kept.map(({ message }) => markIn(String(message))));
  expect(kept.length === posted && marks.size === posted, `${posted} posts are stored with ${kept.length} mails`);
  expect(kept.every(isWhole), 'a row is not whole');
  const unexplained = all.counts['twice without a kill between'];
  expect(unexplained === 0, `${unexplained} mails left twice without a kill between`);
  const killed = all.places.reduce((sum, place) => sum + place.kills, 0);
  Object.assign(part.counts, { 'kills of servers': killed, ...all.counts, ...load.counts });
}

/** Kills a server on SQLite. The next server must send the mails of the killed one when their lease has ended. */
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

/** Kills servers, first two and later three, on one PostgreSQL, and PostgreSQL itself. */
export async function runPostgresKills(part: Part): Promise<void> {
  const postgres = await part.untilEnd(startPostgres());
  const databaseUrl = await postgres.createDatabase();
  const kill = async () => {
    await postgres.kill();
    await postgres.start();
  };
  const rows = () => postgres.query(stored, databaseUrl);
  const environment = { DATABASE_URL: databaseUrl };
  await killOn(part, { environment, servers: 3, kills: sizes.postgresKills, kill, rows });
}

/** Kills servers on PostgreSQL, and once the primary. Its synchronous standby takes the primary's place. */
export async function runFailover(part: Part): Promise<void> {
  const primary = await part.untilEnd(startPostgres());
  const databaseUrl = await primary.createDatabase();
  const standby = await part.untilEnd(startStandby(primary));
  await primary.configure({ synchronous_standby_names: 'standby' });
  // The proxy stands for the host name or IP address that moves to the new primary.
  const proxy = await part.untilEnd(startTcpProxy(primary.port));
  const kill = async () => {
    await primary.kill();
    await standby.promote();
    proxy.moveTo(standby.port);
  };
  const rows = () => standby.query(stored, databaseUrl);
  const environment = { DATABASE_URL: proxy.through(databaseUrl) };
  await killOn(part, { environment, servers: 2, kills: 4, kill, rows });
}
