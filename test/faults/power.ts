import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { type Part, unlimited, until } from './part.ts';
import { rawPost } from './rawPost.ts';

/** A system call of the server. Times are in seconds since 1970. */
type Call = {
  readonly name: string;
  /** The file or folder of the call; empty for a connection. */
  readonly file: string;
  readonly parameters: string;
  readonly begin: number;
  readonly end: number;
  readonly hasFailed: boolean;
};

const syncs = 'fsync,fdatasync';
/** The number of posts to each server. */
const posts = 40;
const postsAtOnce = 4;
/** Which syncs fail, in strace's notation: every sixth from the 16th on, or the syncs of one commit and of the close after it. */
const failing = ['16+6', '17..18', '19..20', '22..23', '24..25'];

/** The command line by which strace writes a program's calls into `folder`. `inject`: what strace does at which syncs. */
function tracer(folder: string, inject?: string): string[] {
  const traced = `trace=openat,mkdir,unlink,ftruncate,pwrite64,writev,${syncs}`;
  const injected = inject ? ['-e', `inject=${syncs}:${inject}`] : [];
  const output = path.join(folder, 'trace');
  return ['strace', '-D', '-ff', '-ttt', '-T', '-y', '-s', '8192', '-e', traced, ...injected, '-o', output];
}

function canTrace(folder: string): boolean {
  const [command = '', ...words] = tracer(folder, 'error=EIO:when=20+');
  return spawnSync(command, [...words, 'true'], { stdio: 'ignore' }).status === 0;
}

function readCalls(folder: string): Call[] {
  const files = readdirSync(folder).filter((name) => name.startsWith('trace.'));
  const lines = files.flatMap((name) => readFileSync(path.join(folder, name), 'latin1').split('\n'));
  const calls = lines.flatMap((line) => {
    const [, time, name = '', parameters = '', result, seconds] =
      /^([\d.]+) (\w+)\((.*)\) += (-?\d+).*<([\d.]+)>$/.exec(line) ?? [];
    if (time === undefined) return [];
    const [, file = ''] = /^\d+<(\/[^>]*)>/.exec(parameters) ?? /"(\/[^"]*)"/.exec(parameters) ?? [];
    const begin = Number(time);
    return { name, file, parameters, begin, end: begin + Number(seconds), hasFailed: Number(result) < 0 };
  });
  return calls.sort((one, other) => one.begin - other.begin);
}

/** Finds what a power cut just after an acknowledgement could lose. */
function unsafeIn(calls: readonly Call[], dataDirectory: string) {
  const file = databaseFile(dataDirectory);
  const log = `${file}-wal`;
  const between = (after: Call, before: Call) =>
    calls.filter(({ begin, end }) => begin >= after.begin && end <= before.begin);
  const syncsOf = (entry: string, after: Call, before: Call) =>
    between(after, before).filter((call) => call.name.endsWith('sync') && call.file === entry);
  const isEmptied = (after: Call, before: Call) =>
    between(after, before).some(({ name, file: emptied }) => ['ftruncate', 'unlink'].includes(name) && emptied === log);
  // If a sync of the log fails, a power cut loses its data: no later sync writes it. SQLite ignores what follows such a gap.
  const failures = calls.filter((call) => call.hasFailed && call.file === log);
  const isSafe = (write: Call, answer: Call) => {
    const [sync] = syncsOf(write.file, write, answer);
    const isAfterNoGap = failures.every((failure) => failure.begin > write.begin || isEmptied(failure, write));
    return sync !== undefined && !sync.hasFailed && (write.file === file || isAfterNoGap);
  };

  const faults: string[] = [];
  const answers = calls.filter(({ name, parameters }) => name === 'writev' && parameters.includes('"HTTP/1.1 200 '));
  for (const answer of answers) {
    const reference = /x-reference: ([\w-]+)/i.exec(answer.parameters)?.[1] ?? '';
    const writes = calls.filter(({ name, parameters }) => name === 'pwrite64' && parameters.includes(reference));
    if (!writes.some((write) => isSafe(write, answer))) faults.push(`${reference} was acknowledged, and not synced`);
  }
  for (const call of calls) {
    const isNew = call.name === 'openat' && [file, log].includes(call.file) && call.parameters.includes('O_CREAT');
    const answer = answers.find(({ begin }) => begin > call.begin);
    if (!answer || !(isNew || (call.name === 'mkdir' && call.file === dataDirectory))) continue;
    if (syncsOf(path.dirname(call.file), call, answer).every(({ hasFailed }) => hasFailed))
      faults.push(`the folder of ${call.file} was not synced`);
  }
  return { answers: answers.length, faults };
}

/** Posts to a server under strace, while the syncs that `which` names fail. Resolves with the number of 503 answers. */
async function tracePosts(part: Part, which?: string): Promise<number> {
  const { expect } = part;
  const name = which ? `syncs ${which} fail` : 'a sound disk';
  const folder = part.folder();
  const dataDirectory = path.join(folder, 'data');
  const mailServer = await part.untilEnd(startMailServer());
  const environment = { ...unlimited, SMTP_URL: mailServer.url, DATA_DIR: dataDirectory };
  const words = tracer(folder, which && `error=EIO:when=${which}`);
  const site = await startSite(environment, { dataDirectory: folder, tracer: words });
  const ledger = newLedger();
  let refused = 0;
  const post = async (): Promise<void> => {
    for (let left = posts / postsAtOnce; left > 0; left -= 1) {
      const posting = ledger.newPosting();
      // After a 503 the visitor tries again, with the same key.
      const isTaken = await until(async () => {
        const answer = await rawPost(site.port, posting);
        if (answer?.status === 503) refused += 1;
        return answer?.status === 200;
      });
      expect(isTaken, `${name}: a post was never taken`);
    }
  };
  await Promise.all(Array.from({ length: postsAtOnce }, post));
  await site.stop();
  const { answers, faults } = unsafeIn(readCalls(folder), dataDirectory);
  for (const fault of faults) expect(false, `${name}: ${fault}`);
  expect(answers >= posts, `${name}: the trace has ${answers} acknowledgements`);
  part.counts[name] = `${answers} acknowledged, ${refused} refused`;
  return refused;
}

/** For each sync of a server's first start: kills a new server at this sync. Its second start must take posts. */
async function killFirstStarts(part: Part): Promise<void> {
  const ledger = newLedger();
  for (let nth = 1; ; nth += 1) {
    const dataDirectory = part.folder();
    const words = tracer(part.folder(), `signal=KILL:when=${nth}`);
    const first = await startSite(unlimited, { dataDirectory, tracer: words }).catch(() => undefined);
    const hasStarted = first && (await rawPost(first.port, ledger.newPosting()));
    if (hasStarted) {
      await first.stop();
      part.counts['first starts killed'] = nth - 1;
      part.expect(nth > 1, 'no first start was killed');
      return;
    }
    const next = await startSite(unlimited, { dataDirectory });
    const answer = await rawPost(next.port, ledger.newPosting());
    part.expect(
      answer?.status === 200,
      `killed at sync ${nth} of the first start, then answered with ${answer?.status}`,
    );
    await next.stop();
  }
}

/** Each acknowledged submission must be on the disk, even if syncs fail. After a killed first start, the server must start. */
export async function runPower(part: Part): Promise<void> {
  if (!canTrace(part.folder())) {
    part.counts.power = 'skipped: strace is not there or may not trace';
    return;
  }
  const [, onSoundDisk, ...onFailing] = await Promise.all([
    killFirstStarts(part),
    tracePosts(part),
    ...failing.map((which) => tracePosts(part, which)),
  ]);
  part.expect(onSoundDisk === 0, 'a post was refused though the disk was well');
  part.expect(Math.max(...onFailing) > 0, 'no post was refused though syncs failed');
}
