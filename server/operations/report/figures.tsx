import { dateOf, lastDays, momentOf } from './calendar.ts';
import { Figure } from './Figure.tsx';
import { type LogStatistics, statusClasses, vitals } from './logStatistics.ts';
import { amountOf, durationOf, quantileOf, sorted, sumOf } from './numbers.ts';
import { dailyBars, durationBars, limitDots, rangeBars } from './plots.ts';
import { type StoreFigures, timeLimits } from './storeFigures.ts';

type LogProps = { readonly log: LogStatistics };
type StoreProps = { readonly store: StoreFigures };

const mostRows = 12;

type DailyProps = {
  readonly title: string;
  readonly days: readonly number[];
  readonly names: readonly string[];
  readonly counts: ReadonlyMap<number, { readonly [name: string]: number }>;
};

function DailyFigure({ title, days, names, counts }: DailyProps) {
  const series = names.map((name) => ({ name, counts: days.map((day) => counts.get(day)?.[name] ?? 0) }));
  const totals = series.map(({ name, counts: all }) => `${name}: ${amountOf(sumOf(all))}`);
  return (
    <Figure
      title={title}
      summary={`${totals.join(', ')}.`}
      plot={() => dailyBars(days, series, title)}
      columns={['Day', ...names]}
      rows={days.map((day) => [dateOf(day), ...names.map((name) => amountOf(counts.get(day)?.[name] ?? 0))])}
    />
  );
}

export function Submissions({ store: { days, counts } }: StoreProps) {
  return <DailyFigure title="Submissions a day" names={['orders', 'messages']} {...{ days, counts }} />;
}

export function TimeToMailbox({ store: { states, mailbox, accepted, arrived } }: StoreProps) {
  const ranges = timeLimits.map((limit) => (Number.isFinite(limit) ? durationOf(1000 * limit) : 'more'));
  const hasMailbox = mailbox.lookedAt !== null;
  const series = [
    { name: 'taken by the mail server', counts: accepted },
    ...(hasMailbox ? [{ name: 'arrived in the mailbox', counts: arrived }] : []),
  ];
  const inMailbox = hasMailbox ? `, ${amountOf(mailbox.inJunk)} in Junk, ${amountOf(mailbox.missing)} not arrived` : '';
  return (
    <Figure
      title="Time to the mailbox"
      summary={`Now ${amountOf(states.counts.failed)} failed, ${amountOf(states.counts.pending)} waiting${inMailbox}.`}
      plot={() => rangeBars(ranges, series, 'At most, since it was received')}
      columns={['At most', ...series.map(({ name }) => name)]}
      rows={ranges.map((range, index) => [range, ...series.map(({ counts }) => amountOf(counts[index] ?? 0))])}
    />
  );
}

export function Requests({ log: { days: counts } }: LogProps) {
  const days = counts.size === 0 ? [] : lastDays(Math.min(...counts.keys()), Math.max(...counts.keys()));
  return <DailyFigure title="Requests a day" names={statusClasses} {...{ days, counts }} />;
}

export function SlowestRoutes({ log: { routes } }: LogProps) {
  const slowest = Array.from(routes, ([name, all]) => {
    const values = sorted(all);
    const p95 = quantileOf(values, 0.95) ?? 0;
    const answers = amountOf(values.length);
    const times = [quantileOf(values, 0.5), p95].map(durationOf);
    return { name, milliseconds: p95, answers, times, text: `${durationOf(p95)} (${answers})` };
  }).sort((one, other) => other.milliseconds - one.milliseconds);
  return (
    <Figure
      title="Slowest routes"
      summary="95% were answered within this time (number of answers). Health checks are left out."
      plot={() => durationBars(slowest.slice(0, mostRows), '95th percentile')}
      columns={['Route', 'Answers', '50%', '95%']}
      rows={slowest.map(({ name, answers, times }) => [name, answers, ...times])}
    />
  );
}

function vitalText(name: string, value: number): string {
  return name === 'CLS' ? value.toFixed(3) : durationOf(value);
}

export function WebVitals({ log }: LogProps) {
  const measured = vitals.flatMap(({ name: kind, good }) =>
    Array.from(log.vitals.get(kind) ?? [], ([name, values]) => {
      const p75 = quantileOf(sorted(values), 0.75) ?? 0;
      return { name, kind, p75, share: p75 / good, count: values.length };
    }),
  );
  measured.sort((one, other) => other.count - one.count);
  const kinds = vitals.map(({ name }) => name);
  const limits = vitals.map(({ name, title, good }) => `${name} (${title}) ${vitalText(name, good)}`);
  return (
    <Figure
      title="Web vitals by page"
      summary={`Three of four visits were at least as good as these. Good is up to 100%: ${limits.join(', ')}.`}
      plot={() => limitDots(measured, kinds, '75th percentile, of what is good')}
      columns={['Page', 'Vital', '75th percentile', 'Good', 'Measured']}
      rows={measured.map(({ name, kind, p75, share, count }) => {
        return [name, kind, vitalText(kind, p75), share <= 1 ? 'yes' : 'no', amountOf(count)];
      })}
    />
  );
}

export function Errors({ log: { errors } }: LogProps) {
  const found = Object.entries(errors).flatMap(([from, counts]) =>
    Array.from(counts, ([message, error]) => ({ message, from, ...error })),
  );
  const most = found.sort((one, other) => other.count - one.count).slice(0, 2 * mostRows);
  return (
    <Figure
      title="Errors"
      summary={`Different messages: ${amountOf(found.length)}. At most the ${2 * mostRows} most frequent are shown.`}
      columns={['Message', 'From', 'Times', 'Last']}
      rows={most.map(({ message, from, count, last }) => [message, from, amountOf(count), momentOf(last)])}
    />
  );
}
