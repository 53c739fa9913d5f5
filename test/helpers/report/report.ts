import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

const reportProgram = path.resolve(import.meta.dirname, '../../../dist/server/report.cjs');

/** Runs the built report with these arguments. `input`: the log on standard input. */
export function runReport(parameters: readonly string[], dataDirectory: string, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [reportProgram, ...parameters], {
    // Without `.env`, and of the developer's environment only PATH.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory },
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  return { status, stdout, stderr };
}
