import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSite } from '../helpers/site/site.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { rawPost } from './rawPost.ts';
import { newFindings, type Report, until } from './report.ts';

const posts = 20;
/** Bytes that strace records of each call: SQLite's page size. */
const wholePage = '4096';

/** Checks the order of system calls: a kill keeps the page cache, so it cannot show that answers wait for the disk. */
export async function runSyncBeforeAnswer(): Promise<Report> {
  const { faults, expect } = newFindings();
  const folder = mkdtempSync(path.join(tmpdir(), 'trace-'));
  const trace = path.join(folder, 'trace');
  const site = await startSite({ SUBMISSION_LIMIT: '1000' }, { responseCache: false });
  const calls = 'trace=write,writev,sendto,sendmsg,pwrite64,fsync,fdatasync';
  const tracer = spawn('strace', ['-f', '-y', '-s', wholePage, '-e', calls, '-o', trace, '-p', String(site.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tracer.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const missing = new Promise<boolean>((resolve) => tracer.once('error', () => resolve(true)));
  const attached = await Promise.race([missing.then(() => false), until(() => said.includes('attached'), 5000)]);
  if (!attached) {
    tracer.kill();
    await site.stop();
    rmSync(folder, { recursive: true });
    return { counts: { answers: 'skipped: strace is not there or may not trace' }, faults };
  }
  const ledger = newLedger();
  const marks: string[] = [];
  for (let index = 0; index < posts; index += 1) {
    const posting = ledger.newPosting();
    marks.push(posting.mark);
    await rawPost(site.port, posting);
  }
  await new Promise((resolve) => {
    tracer.once('close', resolve);
    tracer.kill('SIGINT');
  });
  await site.stop();

  // Before each answer its post's mark must be written to the write-ahead log, and the log synced.
  const written = new Set<string>();
  const synced = new Set<string>();
  let answers = 0;
  let early = 0;
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    if (/pwrite64\(.*submissions\.sqlite-wal/.test(line)) {
      for (const mark of marks) if (line.includes(mark)) written.add(mark);
    } else if (/f(?:data)?sync\(.*submissions\.sqlite-wal/.test(line)) {
      for (const mark of written) synced.add(mark);
    } else if (line.includes('"HTTP/1.1 200 OK')) {
      if (!synced.has(marks[answers] ?? '')) early += 1;
      answers += 1;
    }
  }
  expect(answers === posts, `${answers} of ${posts} answers were seen`);
  expect(early === 0, `${early} answers left before the disk had what they acknowledge`);
  rmSync(folder, { recursive: true });
  return { counts: { answers, 'answers before fsync': early }, faults };
}
