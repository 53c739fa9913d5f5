import { company } from '../../../shared/company.ts';
import { momentOf, spanOf } from './calendar.ts';
import { Errors, Requests, SlowestRoutes, Submissions, TimeToMailbox, WebVitals } from './figures.tsx';
import type { LogStatistics } from './logStatistics.ts';
import { amountOf, durationOf, quantileOf, sorted, sumOf } from './numbers.ts';
import type { LogSource } from './readLog.ts';
import type { StoreFigures } from './storeFigures.ts';
import { styles } from './styles.ts';

/** All that the page shows. */
export type ReportContent = {
  readonly madeAt: number;
  readonly sources: readonly LogSource[];
  readonly log: LogStatistics;
  readonly store: StoreFigures | 'missing' | 'unreadable';
};

const storeNotes = {
  missing: 'There is no store of submissions yet, so nothing is said of them.',
  unreadable: 'The store of submissions cannot be read, so nothing is said of them.',
} as const;

/** Says which data the page is made of, and which data is missing. */
function Basis({ madeAt, sources, log, store }: ReportContent) {
  const logs = sources.map(
    ({ name, lines, foreign }) => `${name} (lines: ${amountOf(lines)}, no JSON and left out: ${amountOf(foreign)})`,
  );
  const sentences = [
    `Made on ${momentOf(madeAt)}, in South African time. Figures by day show at most the last 31 days.`,
    typeof store === 'string' ? storeNotes[store] : `Submissions: ${spanOf(store.days)}.`,
    logs.length === 0 ? 'No log was read.' : `Logs: ${logs.join(', ')}.`,
    log.days.size === 0 ? 'No request was found in a log.' : `Requests: ${spanOf([...log.days.keys()])}.`,
  ];
  return (
    <header>
      <h1>{company.name}: report of the website</h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </header>
  );
}

/** The most important numbers of the page. */
function Glance({ log, store }: ReportContent) {
  const submitted = (kind: 'orders' | 'messages') =>
    typeof store === 'string' ? '-' : amountOf(sumOf(Array.from(store.counts.values(), (counts) => counts[kind])));
  const requests = [...log.days.values()].flatMap(Object.values<number>);
  const errors = Object.values(log.errors).flatMap((counts) => Array.from(counts.values(), ({ count }) => count));
  const tiles = [
    ['Orders', submitted('orders')],
    ['Contact messages', submitted('messages')],
    ['Requests', amountOf(sumOf(requests))],
    ['Errors', amountOf(sumOf(errors))],
    ['95% answered within', durationOf(quantileOf(sorted(...log.routes.values()), 0.95))],
  ];
  return (
    <dl className="tiles">
      {tiles.map(([label, value]) => (
        <div key={label} className="card">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The report as a whole document without scripts or references to other files. */
export function ReportPage(report: ReportContent) {
  const { log, store } = report;
  return (
    <html lang="en-ZA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="dark light" />
        <title>{`Report of the website of ${company.name}`}</title>
        <style>{styles}</style>
      </head>
      <body>
        <Basis {...report} />
        <main>
          <Glance {...report} />
          <div className="figures">
            {typeof store !== 'string' && <Submissions store={store} />}
            {typeof store !== 'string' && <TimeToMailbox store={store} />}
            <Requests log={log} />
            <SlowestRoutes log={log} />
            <WebVitals log={log} />
            <Errors log={log} />
          </div>
        </main>
      </body>
    </html>
  );
}
