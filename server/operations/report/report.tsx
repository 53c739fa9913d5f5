import { renderToStaticMarkup } from 'react-dom/server';
import type { Config } from '../../config/config.ts';
import { NoStore, OperatorError } from '../../lib/errors.ts';
import { withStore } from '../commands/openStore.ts';
import { newCommand, run, terminal } from '../commands/terminal.ts';
import { type LogStatistics, newLogStatistics } from './logStatistics.ts';
import { type ReportContent, ReportPage } from './ReportPage.tsx';
import { openLog, readLog } from './readLog.ts';
import { readStore } from './storeFigures.ts';

/** Reads the logs one after the other. If no file is named, reads standard input, unless standard input is a terminal. */
async function readLogs(files: readonly string[]): Promise<LogStatistics> {
  const { add, statistics } = newLogStatistics();
  if (files.length === 0 && !process.stdin.isTTY) await readLog(process.stdin, add);
  for (const file of files)
    await readLog(openLog(file), add).catch((error: Error) => {
      throw new OperatorError(`${file} cannot be read (${error.message}).`, { cause: error });
    });
  return statistics;
}

/** If the store cannot be read, resolves with a sentence that says why. Sets the exit code to 1 unless no database exists yet. */
async function tryStore(place: Config['store'], now: number): Promise<ReportContent['store']> {
  try {
    return await withStore(place, ({ statistics }) => readStore(statistics, now));
  } catch (error) {
    const { message } = error as Error;
    terminal.note(message);
    if (!(error instanceof NoStore)) process.exitCode = 1;
    return message;
  }
}

const program = newCommand('npm run --silent report --', terminal)
  .description('Write one HTML page about submissions, mail, speed and errors to standard output.')
  .argument('[logfile...]', "the site's logs, also packed (.gz); without any, standard input is read")
  .action(async (files: readonly string[]) => {
    const { store: place } = terminal.config();
    const madeAt = Date.now();
    const log = await readLogs(files);
    const store = await tryStore(place, madeAt);
    const page = renderToStaticMarkup(<ReportPage {...{ madeAt, log, store }} />);
    await terminal.print(`<!doctype html>\n${page}\n`);
  });

run(program);
