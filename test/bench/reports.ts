import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeMonthOfLog, writeMonthOfSubmissions } from '../helpers/report/month.ts';
import { reportProgram } from '../helpers/report/report.ts';
import type { Section } from './measurement.ts';

const lines = 100_000;
const times = 4;

// In kilobytes, of the process itself.
const printMemory = `data:text/javascript,process.on('exit',()=>console.error('memory '+process.resourceUsage().maxRSS))`;

/** Reports of a log that attackers have written in, and of one four times as long: linear time, and memory for a number a line. */
export const reports: Section = async (report) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const dataDirectory = path.join(folder, 'data');
  mkdirSync(dataDirectory);
  writeMonthOfSubmissions(dataDirectory, 1000);
  const make = (amount: number) => {
    const log = path.join(folder, `${amount}.log`);
    writeMonthOfLog(log, amount);
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['--import', printMemory, reportProgram, log], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: dataDirectory },
      encoding: 'utf8',
      maxBuffer: 1 << 24,
    });
    if (status !== 0) throw new Error(`the report ended with ${status}: ${stderr}`);
    return { seconds: (performance.now() - begun) / 1000, memory: Number(/^memory (\d+)$/m.exec(stderr)?.[1]) };
  };
  const [short, long] = [make(lines), make(times * lines)];
  rmSync(folder, { recursive: true });
  report(`${lines} lines`, short.seconds, 's');
  report(`${times} times as many lines, time`, long.seconds / short.seconds, 'ratio', { atMost: 1.25 * times });
  report(`${times} times as many lines, memory`, long.memory / short.memory, 'ratio', { atMost: 2.5 });
};
