import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { getSystemErrorMap, parseArgs } from 'node:util';
import { renderToStaticMarkup } from 'react-dom/server';
import { readOperatorConfig } from '../config.ts';
import { configure } from '../configure.ts';
import { escapeCharacters } from '../escapeCharacters.ts';
import { databaseFile } from '../submissions/sqliteDatabase.ts';
import { openSubmissionStatistics } from '../submissions/submissionStatistics.ts';
import { newLogStatistics } from './logStatistics.ts';
import { amountOf, counted } from './numbers.ts';
import { ReportPage } from './ReportPage.tsx';
import { type LogLine, readLog } from './readLog.ts';
import { type LogSource, type Report, reportOf, type StoreFault } from './reportData.ts';

const usage = `Usage: npm run --silent report -- [LOGFILE…] > report.html

Writes one HTML page about submissions, mail, speed and faults to standard output. It reads the submissions in DATA_DIR,
beside a running server, and the site's log: the files named (.gz too), or standard input when none is named.

  journalctl -u website -o cat --since -31d | npm run --silent report > report.html
  npm run --silent report -- website.log website.log.1.gz > report.html
`;

/** What went wrong, in words for the operator. */
class Fault extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

function reasonOf(error: unknown): string {
  const { errno, message = String(error) } = error as NodeJS.ErrnoException;
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || message;
}

function note(text: string): void {
  process.stderr.write(escapeCharacters(`${text}\n`));
}

function readCommandLine(): { readonly help: boolean; readonly files: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
    return { help: values.help, files: positionals };
  } catch (error) {
    throw new Fault(`${reasonOf(error)}\n\n${usage}`, 64);
  }
}

type Source = { readonly name: string; readonly stream: Readable };

async function opened(files: readonly string[]): Promise<Source[]> {
  const handles: { readonly file: string; readonly handle: FileHandle }[] = [];
  for (const file of files) {
    const handle = await open(file).catch((error: unknown) => {
      throw new Fault(`${file} cannot be read: ${reasonOf(error)}.`);
    });
    handles.push({ file, handle });
  }
  return handles.map(({ file, handle }) => ({ name: file, stream: handle.createReadStream() }));
}

const progressEvery = 1_000_000;

/** Reads the logs one after the other. */
async function readLogs(sources: readonly Source[], now: number) {
  const statistics = newLogStatistics(now);
  let lines = 0;
  const take = (line: LogLine): void => {
    lines += 1;
    if (lines % progressEvery === 0) note(`${amountOf(lines)} lines …`);
    statistics.add(line);
  };
  const read: LogSource[] = [];
  for (const { name, stream } of sources)
    try {
      read.push({ name: path.basename(name), ...(await readLog(stream, take)) });
    } catch (error) {
      throw new Fault(`${name} cannot be read: ${reasonOf(error)}.`);
    }
  return { statistics, sources: read };
}

function openStore(file: string) {
  try {
    const statistics = openSubmissionStatistics(file);
    return { statistics, fault: statistics ? undefined : ('missing' as const) };
  } catch (error) {
    note(`${file} cannot be read: ${reasonOf(error)}.`);
    return { statistics: undefined, fault: 'unreadable' as const };
  }
}

async function collect(files: readonly string[], dataDirectory: string): Promise<Report> {
  const now = Date.now();
  const hasInput = files.length > 0 || !process.stdin.isTTY;
  if (files.length === 0) note(hasInput ? 'Reading the log from standard input.' : 'No log is read: none is named.');
  const named = files.length > 0 ? await opened(files) : [{ name: 'standard input', stream: process.stdin }];
  const { statistics: log, sources } = await readLogs(hasInput ? named : [], now);
  const { statistics, fault } = openStore(databaseFile(dataDirectory));
  try {
    return await reportOf({ now, log, sources, store: statistics, storeFault: fault });
  } catch (error) {
    // A damaged file may open, and fail when it is read.
    note(`The submissions in ${dataDirectory} cannot be read: ${reasonOf(error)}.`);
    return reportOf({ now, log, sources, store: undefined, storeFault: 'unreadable' });
  } finally {
    await statistics?.close();
  }
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      // Such as `report | head`.
      if (error.code === 'EPIPE') resolve();
      else reject(new Fault(`The report cannot be written: ${reasonOf(error)}.`));
    });
    process.stdout.write(text, (error) => {
      if (!error) resolve();
    });
  });
}

/** Whether a store that is there could not be read: its own exit code, because the page lacks it. */
function isIncomplete(fault: StoreFault | undefined): boolean {
  return fault === 'unreadable';
}

async function run(): Promise<number> {
  const { help, files } = readCommandLine();
  if (help) {
    await write(usage);
    return 0;
  }
  const { dataDirectory } = configure(readOperatorConfig);
  const begun = performance.now();
  const report = await collect(files, dataDirectory);
  if (report.storeFault === 'missing') note(`There are no submissions in ${dataDirectory}.`);
  await write(`<!doctype html>\n${renderToStaticMarkup(<ReportPage report={report} />)}\n`);
  const sum = (field: 'lines' | 'foreign' | 'long') =>
    report.sources.reduce((total, source) => total + source[field], 0);
  note(
    `${counted(sum('lines'), 'line')} read in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${amountOf(
      sum('foreign') + sum('long'),
    )} of them not of the site's log.`,
  );
  return isIncomplete(report.storeFault) ? 1 : 0;
}

run().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    note(error instanceof Fault ? error.message : `The report cannot be made: ${reasonOf(error)}.`);
    process.exitCode = error instanceof Fault ? error.exitCode : 1;
  },
);
