import { sumOf } from '../dailySeries.ts';
import { Figure } from '../figures/Figure.tsx';
import { FrequentFigure } from '../figures/FrequentFigure.tsx';
import { rowBars } from '../figures/plots.ts';
import { newHistogram } from '../histogram.ts';
import { type LogStatistics, type Vital, type VitalCounts, vitals } from '../logStatistics.ts';
import { amountOf, counted, durationOf } from '../numbers.ts';

type LogProps = { readonly log: LogStatistics };

const mostPages = 10;
const share = 0.75;

/** A value of a vital as people write it. */
function shownValue({ name, scale }: Vital, value: number): string {
  return name === 'CLS' ? String(Number((value / scale).toFixed(3))) : durationOf(value, 3);
}

/** The 75th percentile of a vital; `isGood` is exact, and the value is on its side of the limit. */
function p75Of({ good }: Vital, counts: VitalCounts) {
  const isGood = counts.good >= share * counts.values.total;
  const value = counts.values.quantile(share) ?? 0;
  return { value: isGood ? Math.min(value, good) : Math.max(value, good), isGood, many: counts.values.total };
}

/** The 75th percentile over all pages and of each, the most measured first. */
export function vitalFigures(log: LogStatistics, vital: Vital) {
  const measured = [...(log.vitals.get(vital.name) ?? [])];
  const all = measured.map(([, counts]) => counts);
  const whole = { values: newHistogram(all.map(({ values }) => values)), good: sumOf(all.map(({ good }) => good)) };
  return {
    whole: { page: 'All pages', ...p75Of(vital, whole) },
    pages: measured
      .map(([page, counts]) => ({ page, ...p75Of(vital, counts) }))
      .sort((one, other) => other.many - one.many),
  };
}

function VitalFigure({ log, vital }: LogProps & { readonly vital: Vital }) {
  const { whole, pages } = vitalFigures(log, vital);
  const rows = [whole, ...pages];
  const good = pages.filter(({ isGood }) => isGood).length;
  const limit = shownValue(vital, vital.good);
  return (
    <Figure
      id={`vital-${vital.name}`}
      title={`${vital.title} (${vital.name}) by page, 75th percentile`}
      none={whole.many === 0 && 'The log has no measurement.'}
      summary={`${shownValue(vital, whole.value)} over all pages: ${whole.isGood ? 'good' : 'not good'} (${limit} or less). ${good} of ${counted(pages.length, 'page')} ${good === 1 ? 'is' : 'are'} good.`}
      plot={rowBars({
        rows: rows.slice(0, mostPages + 1).map(({ page, value, isGood }) => ({
          label: page,
          value,
          text: `${shownValue(vital, value)}${isGood ? '' : ' (over)'}`,
          isBeyond: !isGood,
        })),
        valueTitle: vital.name === 'CLS' ? 'CLS, no unit' : `${vital.name}, time`,
        format: (value) => shownValue(vital, value),
        limit: { value: vital.good, label: `good up to ${limit}` },
      })}
      table={{
        columns: ['Page', vital.name, 'Good', 'Measurements'],
        rows: rows.map(({ page, value, isGood, many }) => [
          page,
          shownValue(vital, value),
          isGood ? 'yes' : 'no',
          amountOf(many),
        ]),
      }}
      compact
    />
  );
}

/** How the site was in visitors' browsers, from the log. */
export function VisitorsSection({ log }: LogProps) {
  return (
    <div className="figures">
      <div className="beside">
        {vitals.map((vital) => (
          <VitalFigure key={vital.name} log={log} vital={vital} />
        ))}
        <div className="card compact guide">
          <h3>How to read this</h3>
          <p>
            Three of four visits were at least as good as the 75th percentile. The dashed line is the limit of what
            counts as good; a bar beyond it is hatched, and marked as over.
          </p>
          <p>
            A page needs a few dozen measurements before its number means much: the tables say how many there are. Only
            browsers that support the measurement take part.
          </p>
        </div>
      </div>
      <FrequentFigure
        id="client-errors"
        title="Errors in browsers by page and message"
        none="No browser reported an error."
        texts={log.clientErrors}
        what={['error', 'errors']}
        columns={['Page', 'Message', 'Errors']}
      />
    </div>
  );
}
