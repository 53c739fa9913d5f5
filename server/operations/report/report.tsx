import path from 'node:path';
import { getSystemErrorMap, parseArgs } from 'node:util';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Config, checkConfig } from '../../config/config.ts';
import { configure } from '../../config/configure.ts';
import { NoStore, OperatorError } from '../../lib/errors.ts';
import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import { withStore } from '../commands/openStore.ts';
import { newLogStatistics } from './logStatistics.ts';
import { type ReportContent, ReportPage } from './ReportPage.tsx';
import { type LogSource, openLog, readLog } from './readLog.ts';
import { readStore } from './storeFigures.ts';

const usage = `Usage: npm run --silent report -- [LOGFILE…] > report.html

Writes one HTML page about submissions, mail, speed and errors to standard output. It reads the submissions in DATA_DIR,
or in the database of DATABASE_URL, beside a running server, and the site's log: the files named (.gz too), or standard
input when none is named.

  journalctl -u website -o cat --since -31d | npm run --silent report > report.html
  npm run --silent report -- website.log website.log.1.gz > report.html
`;

process.stderr.on('error', () => {});

/** Prints a line to standard error. It is escaped, because strangers may have named a file in it. */
function note(text: string): void {
  process.stderr.write(escapeCharacters(`${text}\n`));
}
function fail(text: string, exitCode = 1): never {
  note(text);
  process.exit(exitCode);
}
function reasonOf(error: unknown): string {
  const { errno, syscall, message = String(error) } = error as NodeJS.ErrnoException;
  // `errno` alone is not enough: zlib's errors have other numbers in it.
  return (syscall && errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || message;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // EPIPE is no fault: `report | head` closes the pipe early.
  if (error.code === 'EPIPE') process.exit();
  fail(`The report cannot be written: ${reasonOf(error)}.`);
});

function readCommandLine(): { readonly help: boolean; readonly files: readonly string[] } {
  try {
    const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    return { help: values.help, files: positionals };
  } catch (error) {
    fail(`${reasonOf(error)}\n\n${usage}`, 64);
  }
}

/** Reads the logs one after the other. If no file is named, reads standard input, unless that is a terminal. */
async function readLogs(files: readonly string[]): Promise<Pick<ReportContent, 'log' | 'sources'>> {
  const { add, statistics } = newLogStatistics();
  const sources: LogSource[] = [];
  if (files.length === 0 && !process.stdin.isTTY)
    sources.push({ name: 'standard input', ...(await readLog(process.stdin, add)) });
  for (const file of files)
    try {
      sources.push({ name: path.basename(file), ...(await readLog(openLog(file), add)) });
    } catch (error) {
      fail(`${file} cannot be read: ${reasonOf(error)}.`);
    }
  return { log: statistics, sources };
}

async function tryStore(place: Config['store'], now: number): Promise<ReportContent['store']> {
  try {
    return await withStore(place, ({ statistics }) => readStore(statistics, now));
  } catch (error) {
    note(reasonOf(error));
    return error instanceof NoStore ? 'missing' : 'unreadable';
  }
}

async function writeReport(): Promise<void> {
  const { help, files } = readCommandLine();
  if (help) return void process.stdout.write(usage);
  const { store: place } = configure(checkConfig);
  const madeAt = Date.now();
  const { log, sources } = await readLogs(files);
  const store = await tryStore(place, madeAt);
  const page = renderToStaticMarkup(<ReportPage {...{ madeAt, log, sources, store }} />);
  process.stdout.write(`<!doctype html>\n${page}\n`);
  // The page lacks only the store, and says so. The exit code tells a timer that runs this program.
  if (store === 'unreadable') process.exitCode = 1;
}

writeReport().catch((error: unknown) => {
  if (error instanceof OperatorError) fail(error.message, error.exitCode);
  fail(`The report cannot be made: ${reasonOf(error)}.`);
});
