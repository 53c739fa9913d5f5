import type { ReactNode } from 'react';
import { colours } from '../../../shared/colours.ts';
import { momentOf, periodOf } from './calendar.ts';
import { TableView } from './figures/Figure.tsx';
import { SeriesPatterns } from './figures/Series.tsx';
import { quantileError } from './histogram.ts';
import { amountOf, counted, shareOf } from './numbers.ts';
import type { LogSource, Report } from './reportData.ts';
import { Glance } from './sections/Glance.tsx';
import { MailByOutcome, RequestsSection } from './sections/RequestsSection.tsx';
import { SpeedSection } from './sections/SpeedSection.tsx';
import { SubmissionsSection } from './sections/SubmissionsSection.tsx';
import { VisitorsSection } from './sections/VisitorsSection.tsx';
import { styles } from './styles.ts';

function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
};

function Sources({ sources }: { readonly sources: readonly LogSource[] }) {
  if (sources.length === 0) return <p>No log was read.</p>;
  const rows = sources.map(({ name, lines, foreign, long }) => [name, ...[lines, foreign, long].map(amountOf)]);
  return <TableView columns={['Log', 'Lines', 'No JSON object', 'Too long']} rows={rows} />;
}

function LogNotice({ report: { sources, logPeriod } }: { readonly report: Report }) {
  const lines = sources.reduce((sum, source) => sum + source.lines, 0);
  const unread = sources.reduce((sum, { foreign, long }) => sum + foreign + long, 0);
  if (sources.length === 0) return <p className="note">No log was read, so the plots made of logs are empty.</p>;
  if (lines === 0) return <p className="note">The log is empty, so the plots made of logs are empty.</p>;
  if (unread === 0 && logPeriod) return null;
  return (
    <p className="note">
      {unread > 0 &&
        `${counted(unread, 'line')} of ${amountOf(lines)} (${shareOf(unread, lines)}) ${unread === 1 ? 'is' : 'are'} no JSON object or too long, and left out. `}
      {unread * 2 > lines && 'Was the log read with journalctl -o cat? Other formats put text before the JSON. '}
      {!logPeriod && 'No line of the site with a time was found.'}
    </p>
  );
}

function Method({ report: { sources } }: { readonly report: Report }) {
  return (
    <>
      <Sources sources={sources} />
      <ul className="method">
        <li>Days and hours are South African time (UTC+2). Plots by day show at most the last 31 days.</li>
        <li>
          All other plots of logs count the whole log. Percentiles are exact to {Math.ceil(100 * quantileError)}%;
          counts are exact unless a plot says otherwise.
        </li>
        <li>A response time is measured by the server, from the request until the answer is handed over.</li>
        <li>
          The report has no personal data: of submissions it reads numbers and times alone, and texts that strangers
          chose are without queries, addresses and telephone numbers, and cut.
        </li>
      </ul>
    </>
  );
}

/** The report as a whole document without scripts or references to other files. */
export function ReportPage({ report }: { readonly report: Report }) {
  const { siteName, madeAt, log, logPeriod, submissions } = report;
  return (
    <html lang="en-ZA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="dark light" />
        <title>{`Report of the website of ${siteName}`}</title>
        <style>{styles(colours)}</style>
      </head>
      <body>
        <SeriesPatterns />
        <header>
          <h1>{siteName}: report of the website</h1>
          <p>
            Made on {momentOf(madeAt)}
            {logPeriod && `. Requests, mail and browsers: ${periodOf(logPeriod)}`}
            {submissions && `. Submissions: ${periodOf(submissions.period)}`}.
          </p>
        </header>
        <main>
          <LogNotice report={report} />
          <Section id="glance" title="At a glance">
            <Glance report={report} />
          </Section>
          <Section id="submissions" title="Submissions and their delivery">
            <SubmissionsSection report={report} />
            {logPeriod && (
              <div className="figures">
                <MailByOutcome log={log} period={logPeriod} />
              </div>
            )}
          </Section>
          {logPeriod && (
            <>
              <Section id="server" title="Speed of the server">
                <SpeedSection log={log} period={logPeriod} />
              </Section>
              <Section id="visitors" title="In visitors' browsers">
                <VisitorsSection log={log} />
              </Section>
              <Section id="traffic" title="Requests">
                <RequestsSection log={log} period={logPeriod} />
              </Section>
            </>
          )}
          <Section id="method" title="How this was counted">
            <Method report={report} />
          </Section>
        </main>
      </body>
    </html>
  );
}
