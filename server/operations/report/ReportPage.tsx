import { company } from '../../../shared/company.ts';
import { sast } from '../../lib/times.ts';
import { Errors, Requests, SlowestRoutes, Submissions, TimeToMailbox, WebVitals } from './figures.tsx';
import type { LogStatistics } from './logStatistics.ts';
import { reportDays, type StoreFigures } from './storeFigures.ts';
import { styles } from './styles.ts';

/** All that the page shows. If the store cannot be read, `store` is a sentence that says why. */
export type ReportContent = {
  readonly madeAt: number;
  readonly log: LogStatistics;
  readonly store: StoreFigures | string;
};

/** The report as a whole document. It has no scripts and names no other files, so one file holds everything. */
export function ReportPage({ madeAt, log, store }: ReportContent) {
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
