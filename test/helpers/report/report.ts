import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const reportProgram = path.resolve(import.meta.dirname, '../../../dist/server/report.cjs');

export type ReportOptions = {
  readonly dataDirectory: string;
  /** The log on standard input. */
  readonly input?: string | Buffer;
};

/** Runs the built report with these arguments. */
export function runReport(parameters: readonly string[], { dataDirectory, input = '' }: ReportOptions) {
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
