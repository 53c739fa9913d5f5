import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type MailServer, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { randomFrom } from '../helpers/report/random.ts';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { faultsOf, newLedger, type Posting } from '../helpers/visitor/ledger.ts';
import { type RawPostOptions, rawPost } from './rawPost.ts';
import { type Report, until } from './report.ts';
import { sizes } from './sizes.ts';

/** The points in the handling of a submission at which the process is killed. */
const points = [
  'before insert',
  'around insert',
  'after insert',
  'after the answer',
  'at connect',
  'at hello',
  'at mailFrom',
  'at rcptTo',
  'at data',
  'at body',
  'at dot',
  'after 250',
  'before the mark',
  'at random',
] as const;
type Point = (typeof points)[number];

const stepOf: { readonly [point in Point]?: Step } = {
  'at connect': 'connect',
  'at hello': 'hello',
  'at mailFrom': 'mailFrom',
  'at rcptTo': 'rcptTo',
  'at data': 'data',
  'at body': 'body',
  'at dot': 'dot',
  'after 250': 'accepted',
  'before the mark': 'accepted',
};

const burst = 6;

/** Blocks until the write-ahead log is written to, or for a few milliseconds. */
function watchLog(dataDirectory: string): void {
  const file = path.join(dataDirectory, 'submissions.sqlite-wal');
  const changed = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  const before = changed();
  const end = Date.now() + 30;
  while (changed() === before && Date.now() < end);
}

/** Kills the server many times, each time at another point, and compares its answers with the mailbox. */
export async function runKills(): Promise<Report> {
  const ledger = newLedger();
  const random = randomFrom(sizes.seed);
  const dataDirectory = newDataDirectory();
  const mailServer: MailServer = await startMailServer({ onMail: ledger.noteMail });
  const environment = {
    SMTP_URL: mailServer.url,
    MAIL_RETRY_SECONDS: '1',
    SUBMISSION_LIMIT: '1000000',
    SUBMISSION_FLOOD: '1000000',
  };
  const start = () => startSite(environment, { dataDirectory, responseCache: false });
  let inHalf = 0;
  let unanswered: Posting[] = [];

  const post = async (site: Site, posting: Posting, options?: RawPostOptions): Promise<void> => {
    const answer = await rawPost(site.port, posting, options);
    ledger.noteAnswer(posting, answer);
    if (!answer) unanswered.push(posting);
  };

  /** Runs the server once: repeats the unanswered posts, then posts a burst during which the server is killed. */
  const live = async (point: Point): Promise<void> => {
    const site = await start();
    const kill = () => site.signal('SIGKILL');
    const after = (milliseconds: number) => setTimeout(kill, milliseconds);
    const step = stepOf[point];
    const nth = 1 + Math.floor(random() * burst);
    let reached = 0;
    mailServer.react = (at) => {
      if (at !== step) return undefined;
      reached += 1;
      if (reached === nth && point === 'before the mark') after(random() * 3);
      else if (reached === nth) kill();
      return undefined;
    };
    if (point === 'at random') after(random() * 150);

    const again = unanswered;
    unanswered = [];
    const posts = again.map((posting) => post(site, posting));
    for (let index = 1; index <= burst; index += 1) {
      const last = index === nth;
      const options: RawPostOptions = !last
        ? {}
        : point === 'before insert'
          ? { onAlmostSent: kill }
          : point === 'around insert'
            ? { onSent: () => after(random() * 4) }
            : point === 'after insert'
              ? {
                  onSent: () => {
                    watchLog(dataDirectory);
                    kill();
                  },
                }
              : point === 'after the answer'
                ? { onFirstByte: kill }
                : {};
      posts.push(post(site, ledger.newPosting(), options));
    }
    // Kills the server too if the point is not reached because there are too few mails.
    const otherwise = after(3000);
    await Promise.all([...posts, site.ended]);
    clearTimeout(otherwise);
    if (step && reached < nth) inHalf += 1;
  };

  for (let life = 0; life < sizes.kills; life += 1) await live(points[life % points.length] as Point);

  mailServer.react = () => undefined;
  const site = await start();
  await Promise.all(unanswered.splice(0).map((posting) => post(site, posting)));
  const rows = () => storedIn(dataDirectory);
  const pending = () => rows().filter(({ state }) => state !== 'delivered').length;
  // While more mails arrive, the missing ones are not counted as lost.
  let before: number;
  do before = ledger.mailbox.size;
  while (!(await until(() => ledger.lost().length === 0, 15_000, 500)) && ledger.mailbox.size > before);
  const settled = await until(() => pending() === 0, 15_000, 500);
  const left = pending();
  await site.stop();
  await mailServer.stop();

  const database = new DatabaseSync(path.join(dataDirectory, 'submissions.sqlite'), { readOnly: true });
  const { integrity_check: integrity } = database.prepare('PRAGMA integrity_check').get() as {
    integrity_check: string;
  };
  database.close();
  const counts = ledger.counts();
  const stored = new Set(rows().map(({ reference }) => reference));
  const faults = faultsOf(ledger);
  if (integrity !== 'ok') faults.push(`database: ${integrity}`);
  if (!settled) faults.push(`${left} are not delivered in the end`);
  if (counts.acknowledged !== counts.posted) faults.push('a post was never acknowledged, though sent again');
  if (stored.size !== counts.posted) faults.push(`${counts.posted} posts are stored as ${stored.size}`);
  rmSync(dataDirectory, { recursive: true, force: true });
  return {
    counts: {
      kills: sizes.kills,
      'point not reached': inHalf,
      ...counts,
      'left undelivered': left,
      database: integrity,
    },
    faults,
  };
}
