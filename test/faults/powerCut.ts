import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { exclusiveDatabase } from '../../server/outbox/sqlite/exclusiveDatabase.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { storeIn } from '../../server/outbox/store.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { randomFrom } from '../helpers/report/random.ts';
import { startSite } from '../helpers/site/site.ts';
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

/** The syncs of a server's run that fail, for strace: the first that does and those after it. Undefined: none. */
type Failing = `${number}+` | `${number}+${number}` | `${number}..${number}` | undefined;

/** `build`: the folder of another build than the project's. */
async function record(folder: string, runs: readonly Failing[], random: () => number, build?: string) {
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

  for (const [index, failing] of runs.entries()) {
    const trace = path.join(folder, `trace-${index}`);
    const dataDirectory = path.join(root, 'data');
    const starting = startSite(
      { ...unlimited, SMTP_URL: mailServer.url, DATA_DIR: dataDirectory },
      {
        dataDirectory: root,
        tracer: tracer(trace, failing && `fsync,fdatasync:error=EIO:when=${failing}`),
        ...(build && { build }),
      },
    );
    const site = await (failing ? starting.catch(() => undefined) : starting);
    if (!site) count('start refused');
    let left = site ? Math.ceil(sizes.powerCutPosts / Math.min(2, runs.length)) : 0;
    const open = new Set<string>();
    const visit = async (port: number): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const text = `${newKey()} `.repeat(1 + Math.floor(random() * 24)).trim();
        const isOrder = random() < 0.4;
        const post = { ...(isOrder ? orderOf('CXN3', text) : { message: text }), ...person };
        const posting = { mark: '', key: newKey(), body: JSON.stringify(post) };
        posted.add(contentOf(post));
        // Some of those who are told to try again do: the key is known then, if what has failed has left anything.
        for (let attempts = random() < 0.5 ? 1 : 2; attempts > 0; attempts -= 1) {
          const answer = await rawPost(port, posting);
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
  return { root, calls, posted, acknowledged, statuses, refused };
}

/** What servers did to the disk below `root`, one after the other. */
type Recording = Awaited<ReturnType<typeof record>>;

/** Moments of a recording: in the first start, in checkpoints, just after acknowledgements, and anywhere. */
function chooseMoments({ root, calls }: Recording, amount: number, random: () => number): number[] {
  const file = databaseFile(path.join(root, 'data'));
  const firstAnswer = calls.findIndex(({ call }) => call === 'answer');
  const all = [...calls.entries()];
  const kinds = [
    all.filter(([index]) => index < firstAnswer),
    all.filter(([index, call]) => index > firstAnswer && call.call === 'write' && call.file === file),
    all.filter(([, call]) => call.call === 'answer' && call.status === 200),
    all,
  ];
  return Array.from({ length: amount }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? [];
    return kind[Math.floor(random() * kind.length)]?.[0] ?? 0;
  }).sort((a, b) => a - b);
}

/** What the store finds on a disk. Rejects where it refuses to start. */
async function contentsAfter(dataDirectory: string) {
  const log = pino({ level: 'silent' });
  const exclusive = exclusiveDatabase({ directory: dataDirectory, log, backUp: async () => {}, onCreated: () => {} });
  const store = storeIn({ requests: exclusive, background: exclusive, mailDomain: 'cirrux.example' });
  const rows = await store.submissions.list();
  await store.close();
  const database = new DatabaseSync(databaseFile(dataDirectory));
  const { integrity_check: check } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
  database.close();
  return {
    found: new Map(rows.map((row) => [row.reference, contentOf(row)])),
    /** How many submissions have neither a mail nor wait for one. */
    unsent: rows.filter(({ messageId, nextAttemptAt }) => messageId === null && nextAttemptAt === null).length,
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
  };
  const losses: string[] = [];
  const damages: string[] = [];
  const file = databaseFile(path.join(root, 'data'));
  const after = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'power-'));
  for (const afterFailure of sweeps) {
    const disk = newUnsafeDisk(root, random, afterFailure);
    const known = new Set<string>();
    const moments = chooseMoments(recording, Math.ceil(sizes.powerCuts / sweeps.length), random);
    for (const [index, call] of calls.entries()) {
      disk.take(call);
      if (call.call === 'answer' && call.status === 200 && call.reference) known.add(call.reference);
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
          const { found, unsent, check } = await contentsAfter(path.join(target, 'data'));
          const lost = [...known].filter((reference) => found.get(reference) !== acknowledged.get(reference)).length;
          const half = [...found.values()].filter((content) => !posted.has(content)).length + unsent;
          outcome.lost += lost;
          outcome.half += half;
          if (check !== 'ok') outcome.unsound += 1;
          if (lost > 0) losses.push(`${moment}: ${lost} of ${known.size} lost`);
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

/** A copy of the build that syncs at checkpoints only: the control, which must lose something. */
function buildWithoutSync(folder: string): string {
  for (const name of ['deploy', 'dist']) cpSync(path.join(project, name), path.join(folder, name), { recursive: true });
  for (const name of ['static', 'node_modules']) symlinkSync(path.join(project, name), path.join(folder, name));
  const program = path.join(folder, 'dist/server/main.cjs');
  const pragma = /(?<=PRAGMA journal_mode = WAL; )PRAGMA synchronous = FULL/g;
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
  const campaign = async (name: string, runs: readonly Failing[], sweeps: readonly Luck[], build?: string) => {
    const own = folder();
    const recording = await record(own, runs, randomFrom(sizes.seed), build);
    expect(isFaithful(recording, own), `${name}: the replay does not give the file that is there`);
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

  const [full, unsafe, failed] = await Promise.all([
    campaign('synchronous FULL', [undefined], [never]),
    campaign('synchronous NORMAL', [undefined], [never], buildWithoutSync(folder())),
    // Each server finds what the one before it could not sync. The first starts though SQLite's own syncs of the folder
    // fail, which it does not report.
    campaign('failing syncs', ['15+6', '30+', '25+', '1..1'], [never, sometimes]),
  ]);
  for (const loss of [...full.losses, ...failed.losses]) expect(false, loss);
  expect(full.statuses['200'] === sizes.powerCutPosts, 'a post was refused though the disk was well');
  expect(unsafe.outcome.lost > 0, 'nothing was lost with synchronous NORMAL: the campaign shows nothing');
  expect((failed.statuses['503'] ?? 0) > 0 && (failed.statuses['200'] ?? 0) > 0, 'no post was refused, or all');
  const strange = Object.keys(failed.statuses).filter((status) => !['200', '503', 'start refused'].includes(status));
  expect(strange.length === 0, `answered ${strange} when a sync had failed`);
}
