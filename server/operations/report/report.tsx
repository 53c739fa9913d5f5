import { renderToStaticMarkup } from 'react-dom/server';
import { company } from '../../../shared/company.ts';
import type { Config } from '../../config/config.ts';
import { NoStore, OperatorError } from '../../lib/errors.ts';
import { sast } from '../../lib/times.ts';
import { withStore } from '../commands/openStore.ts';
import { newCommand, run, terminal } from '../commands/terminal.ts';
import { Errors, Requests, SlowestRoutes, Submissions, TimeToMailbox, WebVitals } from './figures.tsx';
import { type LogStatistics, newLogStatistics, openLog, readLog } from './logStatistics.ts';
import { readStore, reportDays, type StoreFigures } from './storeFigures.ts';
import { styles } from './styles.ts';

/** All that the page shows. If the store cannot be read, `store` is a sentence that says why. */
type ReportContent = { readonly madeAt: number; readonly log: LogStatistics; readonly store: StoreFigures | string };

/** The report as a whole document. It has no scripts and names no other files, so one file holds everything. */
function ReportPage({ madeAt, log, store }: ReportContent) {
  const basis = [
    `Made on ${sast(madeAt)}. Figures by day show the last ${reportDays} days.`,
    typeof store === 'string' && `Nothing is said of submissions. ${store}`,
    log.days.size === 0 && 'No request was found in a log.',
  ];
  return (
    <html lang="en-ZA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="color-scheme" content="dark light" />
        <title>{`Report of the website of ${company.name}`}</title>
        <style>{styles}</style>
      </head>
      <body>
        <header>
          <h1>{company.name}: report of the website</h1>
          <p>{basis.filter(Boolean).join(' ')}</p>
        </header>
        <main className="figures">
          {typeof store !== 'string' && <Submissions store={store} />}
          {typeof store !== 'string' && <TimeToMailbox store={store} />}
          <Requests log={log} />
          <SlowestRoutes log={log} />
          <WebVitals log={log} />
          <Errors log={log} />
        </main>
      </body>
    </html>
  );
}

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
