import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeMonthOfLog, writeMonthOfSubmissions } from '../helpers/report/month.ts';
import { reportProgram } from '../helpers/report/report.ts';
import { type Part, rounded } from './part.ts';
import { sizes } from './sizes.ts';

/** The limits for a million lines, in seconds and megabytes. Starting takes its time however short the log is. */
const limits = { secondsPerMillion: 20, startSeconds: 2, megabytes: 200 };

// In kilobytes, of the process itself.
const printMemory = `data:text/javascript,process.on('exit',()=>console.error('memory '+process.resourceUsage().maxRSS))`;

/** Makes a report of a log that attackers have written in: its time is linear, its memory does not grow. */
export async function runReportProgram({ expect, counts, folder }: Part): Promise<void> {
  const cwd = folder();
  const dataDirectory = path.join(cwd, 'data');
  mkdirSync(dataDirectory);
  const log = path.join(cwd, 'website.log');
  const end = Date.now();
  writeMonthOfSubmissions(dataDirectory, { end, submissions: 1000 });
  writeMonthOfLog(log, { end, lines: sizes.reportLines, hostile: true });
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', printMemory, reportProgram, log], {
    cwd,
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory },
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  const seconds = (performance.now() - begun) / 1000;
  const megabytes = Number(/^memory (\d+)$/m.exec(stderr)?.[1] ?? Number.NaN) / 1024;
  const allowed = limits.startSeconds + (limits.secondsPerMillion * sizes.reportLines) / 1e6;
  expect(status === 0 && stdout.endsWith('</html>\n'), `the report ended with ${status}: ${stderr}`);
  expect(seconds <= allowed, `${sizes.reportLines} lines took ${seconds} s, over ${allowed} s`);
  expect(megabytes <= limits.megabytes, `${megabytes} MB are over ${limits.megabytes} MB`);
  Object.assign(counts, {
    'lines (and those of attackers)': sizes.reportLines,
    'megabytes of log': rounded(statSync(log).size / 1e6),
    'seconds, start included': rounded(seconds, 2),
    'megabytes of memory': rounded(megabytes),
    'kilobytes of page': rounded(stdout.length / 1000),
  });
}
