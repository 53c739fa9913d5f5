import { createReadStream } from 'node:fs';
import path from 'node:path';
import { getSystemErrorMap, parseArgs } from 'node:util';
import { renderToStaticMarkup } from 'react-dom/server';
import { type OperatorConfig, readOperatorConfig } from '../../config/config.ts';
import { configure } from '../../config/configure.ts';
import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import type { ReportStatistics } from '../../outbox/statistics.ts';
import { withStore } from '../commands/openStore.ts';
import { NoStore } from '../commands/session.ts';
import { newLogStatistics } from './logStatistics.ts';
import { amountOf, counted } from './numbers.ts';
import { ReportPage } from './ReportPage.tsx';
import { type LineCounts, type LogLine, readLog } from './readLog.ts';
import { type LogSource, type Report, reportOf, type StoreFault } from './reportData.ts';

const usage = `Usage: npm run --silent report -- [LOGFILE…] > report.html

Writes one HTML page about submissions, mail, speed and faults to standard output. It reads the submissions in DATA_DIR,
or in the database of DATABASE_URL, beside a running server, and the site's log: the files named (.gz too), or standard
input when none is named.

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
  const { errno, syscall, message = String(error) } = error as NodeJS.ErrnoException;
  // The errors of zlib have numbers of their own in `errno`.
  return (syscall && errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || message;
}

process.stderr.on('error', () => {});

/** Strangers name paths and files, so the terminal gets them escaped. */
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

const progressEvery = 1_000_000;

/** Reads the logs one after the other; standard input where none is named, unless it is a terminal. */
async function readLogs(files: readonly string[], now: number) {
  const statistics = newLogStatistics(now);
  const isStandardInput = files.length === 0 && !process.stdin.isTTY;
  if (isStandardInput) note('Reading the log from standard input.');
  else if (files.length === 0) note('No log is read: none is named.');
  let lines = 0;
  const take = (line: LogLine): void => {
    lines += 1;
    if (lines % progressEvery === 0) note(`${amountOf(lines)} lines …`);
    statistics.add(line);
  };
  const sources: LogSource[] = [];
  for (const name of isStandardInput ? ['standard input'] : files)
    try {
      const counts = await readLog(isStandardInput ? process.stdin : createReadStream(name), take);
      sources.push({ name: path.basename(name), ...counts });
    } catch (error) {
      throw new Fault(`${name} cannot be read: ${reasonOf(error)}.`);
    }
  return { log: statistics, sources };
}

async function collect(files: readonly string[], place: OperatorConfig): Promise<Report> {
  const now = Date.now();
  const { log, sources } = await readLogs(files, now);
  const reportWith = (store: ReportStatistics | undefined, storeFault?: StoreFault) =>
    reportOf({ now, log, sources, store, storeFault });
  try {
    return await withStore(place, ({ statistics }) => statistics.forReport(reportWith));
  } catch (error) {
    note(reasonOf(error));
    return reportWith(undefined, error instanceof NoStore ? 'missing' : 'unreadable');
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

async function run(): Promise<number> {
  const { help, files } = readCommandLine();
  if (help) {
    await write(usage);
    return 0;
  }
  const place = configure(readOperatorConfig);
  const begun = performance.now();
  const report = await collect(files, place);
  await write(`<!doctype html>\n${renderToStaticMarkup(<ReportPage report={report} />)}\n`);
  const sum = (field: keyof LineCounts) => report.sources.reduce((total, source) => total + source[field], 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  note(`${counted(sum('lines'), 'line')} read in ${seconds} s, ${amountOf(sum('foreign') + sum('long'))} left out.`);
  // The page is whole but for the store, and says so: who runs this by a timer must know.
  return report.storeFault === 'unreadable' ? 1 : 0;
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
