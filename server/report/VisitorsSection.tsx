import { Figure } from './Figure.tsx';
import { frequentFigure } from './FrequentFigure.tsx';
import { type Histogram, newHistogram } from './histogram.ts';
import { type LogStatistics, type Vital, vitals } from './logStatistics.ts';
import { amountOf, counted, durationOf } from './numbers.ts';
import { rowBars } from './RowBars.tsx';

type LogProps = { readonly log: LogStatistics };

const mostPages = 10;
const p75 = 0.75;

/** A value of a vital as people write it. */
function shownValue({ name, scale }: Vital, value: number): string {
  return name === 'CLS' ? String(Number((value / scale).toFixed(3))) : durationOf(value);
}

/** Each page's histogram, those with most measurements first, after one of all pages. */
export function vitalRows(pages: ReadonlyMap<string, Histogram> | undefined) {
  const all = newHistogram();
  for (const histogram of pages?.values() ?? []) all.merge(histogram);
  const sorted = [...(pages ?? [])].sort(([, one], [, other]) => other.total - one.total);
  return { all, pages: sorted };
}

function VitalFigure({ log, vital }: LogProps & { readonly vital: Vital }) {
  const { all, pages } = vitalRows(log.vitals.get(vital.name));
  const rows = [['All pages', all] as const, ...pages].map(([page, histogram]) => {
    const value = histogram.quantile(p75) ?? 0;
    return { page, value, isGood: value <= vital.good, many: histogram.total };
  });
  const [whole, ...each] = rows;
  const good = each.filter(({ isGood }) => isGood).length;
  const limit = shownValue(vital, vital.good);
  return (
    <Figure
      id={`vital-${vital.name}`}
      title={`${vital.title} (${vital.name}) by page, 75th percentile`}
      summary={
        all.total === 0 || !whole
          ? 'The log has no measurement.'
          : `${shownValue(vital, whole.value)} over all pages: ${whole.isGood ? 'good' : 'not good'} (${limit} or less). ${good} of ${counted(each.length, 'page')} ${
              good === 1 ? 'is' : 'are'
            } good.`
      }
      plot={
        all.total === 0
          ? undefined
          : rowBars({
              rows: rows.slice(0, mostPages + 1).map(({ page, value, isGood }) => ({
                label: page,
                value,
                text: `${shownValue(vital, value)}${isGood ? '' : ' (over)'}`,
                isBeyond: !isGood,
              })),
              valueTitle: vital.name === 'CLS' ? 'CLS, no unit' : `${vital.name}, time`,
              format: (value) => shownValue(vital, value),
              limit: { value: vital.good, label: `good up to ${limit}` },
            })
      }
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
      {frequentFigure({
        id: 'client-errors',
        title: 'Errors in browsers by page and message',
        none: 'No browser reported an error.',
        texts: log.clientErrors,
        what: ['error', 'errors'],
        columns: ['Page', 'Message', 'Errors'],
      })}
    </div>
  );
}
