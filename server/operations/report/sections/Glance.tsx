import { dayOfHour, type Period } from '../calendar.ts';
import { sumOf } from '../dailySeries.ts';
import { newHistogram } from '../histogram.ts';
import { vitals } from '../logStatistics.ts';
import { amountOf, durationOf, shareOf } from '../numbers.ts';
import type { Report } from '../reportData.ts';
import { vitalFigures } from './VisitorsSection.tsx';

const coreVitals: readonly string[] = ['LCP', 'INP', 'CLS'];

type Tile = {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  /** Whether somebody should look at it: said by a word as well as by colour. */
  readonly isBad?: boolean;
};

function submissionTiles({ submissions }: Report): readonly Tile[] {
  if (!submissions) return [{ label: 'Submissions', value: '-', detail: 'no store was read' }];
  const { counts, states, deliveryTimes } = submissions;
  const total = sumOf(counts.map(({ amount }) => amount));
  const orders = sumOf(counts.filter(({ kind }) => kind === 'order').map(({ amount }) => amount));
  const [median, p95] = [0.5, 0.95].map((share) => durationOf(deliveryTimes.quantile(share)));
  return [
    { label: 'Submissions', value: amountOf(total), detail: `${amountOf(orders)} of them orders` },
    {
      label: 'Failed submissions',
      value: amountOf(states.failed),
      detail: `${states.failed > 0 ? 'to be looked at; ' : ''}${amountOf(states.pending)} waiting`,
      isBad: states.failed > 0,
    },
    {
      label: 'Delivered within',
      value: median ?? '-',
      detail: deliveryTimes.total === 0 ? 'nothing was delivered' : `median; 95% within ${p95}`,
    },
  ];
}

function logTiles({ log }: Report, { firstDay, lastDay }: Period): readonly Tile[] {
  const hours = [...log.hours].flatMap(([number, hour]) =>
    dayOfHour(number) >= firstDay && dayOfHour(number) <= lastDay ? [hour] : [],
  );
  const requests = sumOf(hours.flatMap((hour) => Object.values(hour.requests)));
  const failed = sumOf(hours.map((hour) => hour.requests['5xx']));
  const p95 = newHistogram(hours.map((hour) => hour.responseTimes)).quantile(0.95);
  const measured = vitals
    .filter(({ name }) => coreVitals.includes(name))
    .map((vital) => ({ name: vital.name, ...vitalFigures(log, vital).whole }))
    .filter(({ many }) => many > 0);
  const slow = measured.filter(({ isGood }) => !isGood).map(({ name }) => name);
  return [
    {
      label: 'Failed requests',
      value: amountOf(failed),
      detail: `of ${amountOf(requests)} (${shareOf(failed, requests)})`,
      isBad: failed > 0,
    },
    { label: 'Answered within', value: durationOf(p95), detail: '95% of the answers' },
    {
      label: 'Core web vitals',
      value: measured.length === 0 ? '-' : slow.length === 0 ? 'good' : 'not good',
      detail:
        measured.length === 0
          ? 'none was measured'
          : slow.length === 0
            ? `${measured.map(({ name }) => name).join(', ')} at p75`
            : `${slow.join(', ')} over the limit at p75`,
      isBad: slow.length > 0,
    },
    { label: 'Browser errors', value: amountOf(log.clientErrors.total), detail: 'reported by their scripts' },
    { label: 'Unknown paths', value: amountOf(log.unknownPaths.total), detail: 'requests for what is not there' },
  ];
}

/** The numbers that matter most. */
export function Glance({ report }: { readonly report: Report }) {
  const tiles = [...submissionTiles(report), ...(report.logPeriod ? logTiles(report, report.logPeriod) : [])];
  return (
    <dl className="tiles">
      {tiles.map(({ label, value, detail, isBad }) => (
        <div key={label} className={isBad ? 'tile bad' : 'tile'}>
          <dt>{label}</dt>
          <dd className="number">{value}</dd>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
