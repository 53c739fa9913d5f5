import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { digestWait } from '../../server/outbox/flags.ts';
import { openExclusiveDatabase } from '../../server/outbox/sqlite/exclusiveDatabase.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { createStore } from '../../server/outbox/tables/createStore.ts';
import { headersOf, type ReceivedMail, referencesIn, startMailServer } from '../helpers/mail/mailServer.ts';
import { randomFrom } from '../helpers/report/random.ts';
import { shiftedClock } from '../helpers/site/shiftedClock.ts';
import { startSite } from '../helpers/site/site.ts';
import { secretIn } from '../helpers/store/stored.ts';
import { cheapToken } from '../helpers/visitor/proof.ts';
import { newKey, orderOf, person } from '../helpers/visitor/visitor.ts';
import { type Part, unlimited } from './part.ts';
import { rawPost } from './rawPost.ts';
import { sizes } from './sizes.ts';
import { canTrace, type TracedCall, tracedCalls, tracer } from './tracedCalls.ts';
import { type Luck, newUnsafeDisk } from './unsafeDisk.ts';

const project = path.resolve(import.meta.dirname, '../..');
const postsAtOnce = 4;
/** Where the disks are built: nothing waits there for a real disk. */
const memory = '/dev/shm';

type Content = { readonly [field in 'name' | 'email' | 'phone' | 'company' | 'message']: string };

function contentOf({ name, email, phone, company, message }: Content): string {
  return JSON.stringify([name, email, phone, company, message]);
}

function isDigest(mail: ReceivedMail): boolean {
  return referencesIn(mail).length > 1;
}

type RunOfServer = {
  readonly build?: string;
  /** The syncs that fail, for strace: the first that does and those after it. */
  readonly failing?: `${number}+` | `${number}+${number}` | `${number}..${number}`;
  /** Whether it runs in a flood of what looks like spam. Its clock is ahead, so that what has waited for a digest is due. */
  readonly isFlooded?: true;
};

/** In a flood, nothing is taken without a captcha. */
const flood = { SUBMISSION_FLOOD: '4' };
const spammer = { ...person, name: 'https://quagga.example' };
/** Milliseconds from the start of a server until a digest is due, which then leaves by itself. */
const startTime = 3_000;

async function record(folder: string, runs: readonly RunOfServer[], random: () => number) {
  const root = path.join(folder, 'disk');
  mkdirSync(root);
  const calls: TracedCall[] = [];
  /** The content of each post, and of each acknowledged one, by its reference. */
  const posted = new Set<string>();
  const acknowledged = new Map<string, string>();
  const statuses: Record<string, number> = {};
  const count = (status: number | string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  /** The contents of posts that were refused while later ones of the same server were taken. */
  const refused = new Set<string>();
  // Mail that waits would be claimed at each start, before any post.
  const mailServer = await startMailServer();
  let digest: ReceivedMail | undefined;
  /** When what the server before has kept for a digest is due, by its clock. */
  let firstDueAt: number | undefined;

  for (const [index, { build, failing, isFlooded }] of runs.entries()) {
    const trace = path.join(folder, `trace-${index}`);
    const dataDirectory = path.join(root, 'data');
    const ahead = firstDueAt === undefined ? 0 : firstDueAt - startTime - Date.now();
    const starting = startSite(
      {
        ...unlimited,
        SMTP_URL: mailServer.url,
        DATA_DIR: dataDirectory,
        ...(isFlooded && { ...flood, ...shiftedClock(ahead / 60_000) }),
      },
      {
        dataDirectory: root,
        tracer: tracer(trace, failing && `fsync,fdatasync:error=EIO:when=${failing}`),
        ...(build && { build }),
      },
    );
    const site = await (failing ? starting.catch(() => undefined) : starting);
    if (!site) count('start refused');
    // Before any post: their syncs would cover it too.
    if (firstDueAt !== undefined) await mailServer.waitForMail((mail) => isDigest(mail) && mail !== digest);
    digest = mailServer.mails.findLast(isDigest);
    if (isFlooded) firstDueAt = Date.now() + ahead + digestWait;
    const secret = isFlooded && secretIn(dataDirectory);
    let left = site ? Math.ceil(sizes.powerCutPosts / Math.min(2, runs.length)) : 0;
    const open = new Set<string>();
    const visit = async (port: number): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const text = `${newKey()} `.repeat(1 + Math.floor(random() * 24)).trim();
        const isOrder = random() < 0.4;
        const post = { ...(isOrder ? orderOf('CXN3', text) : { message: text }), ...(secret ? spammer : person) };
        const options = secret && { token: await cheapToken(secret) };
        const posting = { mark: '', key: newKey(), body: JSON.stringify(post) };
        posted.add(contentOf(post));
        // Some of those who are told to try again do: the key is known then, if what has failed has left anything.
        for (let attempts = random() < 0.5 ? 1 : 2; attempts > 0; attempts -= 1) {
          const answer = await rawPost(port, posting, options);
          count(answer?.status ?? 'none');
          if (answer?.status !== 200) {
            open.add(contentOf(post));
            continue;
          }
          acknowledged.set(answer.reference ?? '', contentOf(post));
          open.delete(contentOf(post));
          break;
        }
      }
    };
    if (site) await Promise.all(Array.from({ length: postsAtOnce }, () => visit(site.port)));
    await site?.stop();
    // What fails to the end may leave its last transaction.
    if (!failing?.endsWith('+')) for (const content of open) refused.add(content);
    for (const call of await tracedCalls(trace, root)) calls.push(call);
    rmSync(trace);
  }
  await mailServer.stop();
  const mails = new Set(mailServer.mails.flatMap((mail) => headersOf(mail, 'message-id')));
  return { root, calls, posted, acknowledged, statuses, refused, mails };
}

/** What servers did to the disk below `root`, one after the other. */
type Recording = Awaited<ReturnType<typeof record>>;

/** Moments of a recording: in the first start, in checkpoints, just after acknowledgements and mails, and anywhere. */
function chooseMoments({ root, calls }: Recording, amount: number, random: () => number): number[] {
  const file = databaseFile(path.join(root, 'data'));
  const firstAnswer = calls.findIndex(({ call }) => call === 'answer');
  const all = [...calls.entries()];
  const kinds = [
    all.filter(([index]) => index < firstAnswer),
    all.filter(([index, call]) => index > firstAnswer && call.call === 'write' && call.file === file),
    all.filter(([, call]) => call.call === 'answer' && call.status === 200),
    all.filter(([, { call }]) => call === 'mail'),
    all,
  ];
  return Array.from({ length: amount }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? [];
    return kind[Math.floor(random() * kind.length)]?.[0] ?? 0;
  }).sort((a, b) => a - b);
}

type KeptMail = { readonly state: string; readonly references: readonly string[] };

/** What the store finds on a disk. Rejects where it refuses to start. */
async function contentsAfter(dataDirectory: string) {
  const exclusive = await openExclusiveDatabase(dataDirectory, pino({ level: 'silent' }));
  const store = createStore({ requests: exclusive, background: exclusive, mailDomain: 'cirrux.example' });
  const rows = await store.list();
  await store.close();
  const database = new DatabaseSync(databaseFile(dataDirectory));
  const { integrity_check: check } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
  const mails = new Map<string, KeptMail>();
  const joined = `SELECT m.message_id AS id, m.state, j.reference FROM mails AS m JOIN mail_submissions AS j
    ON j.message_id = m.message_id ORDER BY j.reference`;
  for (const row of database.prepare(joined).all()) {
    const { id, state, reference } = row as { [column in 'id' | 'state' | 'reference']: string };
    mails.set(id, { state, references: [...(mails.get(id)?.references ?? []), reference] });
  }
  database.close();
  return {
    found: new Map(rows.map((row) => [row.reference, contentOf(row)])),
    /** How many submissions have neither a mail nor wait for one. */
    unsent: rows.filter(({ messageId, nextAttemptAt }) => messageId === null && nextAttemptAt === null).length,
    mails,
    check,
  };
}

/** Cuts the power at moments of a recording. */
async function cutPower(recording: Recording, sweeps: readonly Luck[], seed: number) {
  const { root, calls, posted, acknowledged } = recording;
  const random = randomFrom(seed);
  const outcome = {
    cuts: 0,
    'in the first start': 0,
    'in a checkpoint': 0,
    acknowledged: 0,
    lost: 0,
    half: 0,
    unsound: 0,
    'mails that had left': 0,
    'of them to be sent again': 0,
    renamed: 0,
  };
  const losses: string[] = [];
  const damages: string[] = [];
  const file = databaseFile(path.join(root, 'data'));
  const after = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'power-'));
  for (const afterFailure of sweeps) {
    const disk = newUnsafeDisk(root, random, afterFailure);
    const known = new Set<string>();
    const sent = new Map<string, readonly string[]>();
    const moments = chooseMoments(recording, Math.ceil(sizes.powerCuts / sweeps.length), random);
    for (const [index, call] of calls.entries()) {
      disk.take(call);
      if (call.call === 'answer' && call.status === 200 && call.reference) known.add(call.reference);
      else if (call.call === 'mail') sent.set(call.messageId, call.references);
      for (; moments[0] === index; moments.shift()) {
        const moment = `seed ${seed}, after call ${index} (${call.call})`;
        const target = path.join(after, String(outcome.cuts));
        disk.cutTo(target, { kept: random(), torn: random() });
        mkdirSync(path.join(target, 'data'), { recursive: true });
        outcome.cuts += 1;
        if (known.size === 0) outcome['in the first start'] += 1;
        else if (disk.isUnsynced(file)) outcome['in a checkpoint'] += 1;
        outcome.acknowledged += known.size;
        try {
          const { found, unsent, mails, check } = await contentsAfter(path.join(target, 'data'));
          const lost = [...known].filter((reference) => found.get(reference) !== acknowledged.get(reference)).length;
          const half = [...found.values()].filter((content) => !posted.has(content)).length + unsent;
          // Those about the same would leave under another name.
          const renamed = [...sent].filter(
            ([id, references]) => mails.get(id)?.references.join() !== references.join(),
          );
          outcome.lost += lost;
          outcome.half += half;
          outcome['mails that had left'] += sent.size;
          outcome['of them to be sent again'] += [...sent.keys()].filter(
            (id) => mails.get(id)?.state !== 'sent',
          ).length;
          outcome.renamed += renamed.length;
          if (check !== 'ok') outcome.unsound += 1;
          if (lost > 0) losses.push(`${moment}: ${lost} of ${known.size} lost`);
          if (renamed.length > 0) losses.push(`${moment}: ${renamed.length} of ${sent.size} mails renamed`);
          if (half > 0 || check !== 'ok') damages.push(`${moment}: ${half} half, ${check}`);
        } catch (error) {
          outcome.unsound += 1;
          damages.push(`${moment}: ${error}`);
        }
        rmSync(target, { recursive: true });
        // The store answers without waiting for anything: else no other recording would go on.
        await setImmediate();
      }
    }
  }
  rmSync(after, { recursive: true });
  return { outcome, losses, damages };
}

/** Whether the replay of all calls gives the file that is there. */
function isFaithful({ root, calls }: Recording, folder: string): boolean {
  const disk = newUnsafeDisk(root, () => 0, { kept: 1, torn: 0 });
  for (const call of calls) disk.take(call);
  const target = path.join(folder, 'whole');
  disk.cutTo(target, { kept: 1, torn: 0 });
  const [model, real] = [target, root].map((top) => readFileSync(databaseFile(path.join(top, 'data'))));
  return model?.equals(real ?? Buffer.alloc(0)) ?? false;
}

/** A copy of the build that syncs at checkpoints only. */
function buildWithoutSync(folder: string): string {
  for (const name of ['deploy', 'dist']) cpSync(path.join(project, name), path.join(folder, name), { recursive: true });
  for (const name of ['static', 'node_modules']) symlinkSync(path.join(project, name), path.join(folder, name));
  const program = path.join(folder, 'dist/server/main.cjs');
  const pragma = /PRAGMA synchronous = FULL(?=; PRAGMA wal_autocheckpoint)/g;
  const text = readFileSync(program, 'utf8');
  const found = text.match(pragma)?.length;
  if (found !== 1) throw new Error(`the pragma is ${found} times in ${program}`);
  writeFileSync(program, text.replace(pragma, 'PRAGMA synchronous = NORMAL'));
  return folder;
}

const never: Luck = { kept: 0, torn: 0 };
const sometimes: Luck = { kept: 0.3, torn: 0.5 };

/**
 * Records what the server does to its disk, and cuts the power at random moments of it: what was not synced is kept,
 * torn or dropped in any order, and the store is opened on what is left.
 */
export async function runPowerCut({ expect, counts, folder }: Part): Promise<void> {
  if (!canTrace()) {
    counts.cuts = 'skipped: strace is not there or may not trace';
    return;
  }
  const campaign = async (name: string, runs: readonly RunOfServer[], sweeps: readonly Luck[]) => {
    const own = folder();
    const recording = await record(own, runs, randomFrom(sizes.seed));
    expect(isFaithful(recording, own), `${name}: the replay does not give the file that is there`);
    const traced = new Set(recording.calls.flatMap((call) => (call.call === 'mail' ? [call.messageId] : [])));
    expect(
      [...recording.mails].every((id) => traced.has(id)),
      `${name}: a mail is not in the trace`,
    );
    const kept = await contentsAfter(path.join(recording.root, 'data'));
    const both = [...kept.found.values()].filter((content) => recording.refused.has(content)).length;
    expect(both === 0, `${name}: ${both} of ${recording.refused.size} refused posts are stored`);
    const { outcome, losses, damages } = await cutPower(recording, sweeps, sizes.seed);
    counts[name] = Object.entries({ ...outcome, ...recording.statuses, 'refused and stored': both })
      .map(([count, value]) => `${value} ${count}`)
      .join(', ');
    expect(outcome['in the first start'] > 0 && outcome['in a checkpoint'] > 0, `${name}: no cut in a checkpoint`);
    for (const damage of damages) expect(false, `${name}: ${damage}`);
    return { outcome, losses, statuses: recording.statuses };
  };

  const [full, flooded, unsafe, failed] = await Promise.all([
    campaign('synchronous FULL', [{}], [never]),
    // What waits for a digest in one run leaves soon after the start of the next.
    campaign('digests', [{ isFlooded: true }, { isFlooded: true }, { isFlooded: true }], [never]),
    campaign('synchronous NORMAL', [{ build: buildWithoutSync(folder()) }], [never]),
    // Each server finds what the one before it could not sync. The first starts though SQLite's own syncs of the folder
    // fail, which it does not report.
    campaign(
      'failing syncs',
      [{ failing: '8+6' }, { failing: '60+' }, { failing: '40+' }, { failing: '1..1' }],
      [never, sometimes],
    ),
  ]);
  for (const loss of [...full.losses, ...flooded.losses, ...failed.losses]) expect(false, loss);
  expect(full.statuses['200'] === sizes.powerCutPosts, 'a post was refused though the disk was well');
  expect(unsafe.outcome.lost > 0, 'nothing was lost with synchronous NORMAL: the campaign shows nothing');
  expect((failed.statuses['503'] ?? 0) > 0 && (failed.statuses['200'] ?? 0) > 0, 'no post was refused, or all');
  const strange = Object.keys(failed.statuses).filter((status) => !['200', '503', 'start refused'].includes(status));
  expect(strange.length === 0, `answered ${strange} when a sync had failed`);
}
