import { planById } from '../../../../shared/hosting/catalogue.ts';
import type { SubmissionCount } from '../../../outbox/statistics.ts';
import { momentOf } from '../calendar.ts';
import { busiestDay, largest, newDailyCounts, sumOf } from '../dailySeries.ts';
import { DailyFigure } from '../figures/DailyFigure.tsx';
import { Figure } from '../figures/Figure.tsx';
import { HistogramFigure } from '../figures/HistogramFigure.tsx';
import { rowBars } from '../figures/plots.ts';
import { seriesCount } from '../figures/Series.tsx';
import { amountOf, counted, durationOf, shareOf } from '../numbers.ts';
import { type ArrivalFigures, deliveryTimeLimits, type Report, type SubmissionFigures } from '../reportData.ts';

const mostPlans = 12;
const unknownPlan = 'not in the catalogue';
const noOrder = 'No order came in this time.';

function serviceOf({ kind, planId }: SubmissionCount): string {
  if (kind === 'contact') return 'Contact message';
  return planById(planId ?? '')?.family.name ?? 'Plan not in the catalogue';
}
function planOf({ planId }: SubmissionCount): string {
  return planId ?? unknownPlan;
}

function ByService({ figures: { period, counts } }: { readonly figures: SubmissionFigures }) {
  const daily = newDailyCounts(period);
  for (const count of counts) daily.add(serviceOf(count), count.day, count.amount);
  const series = largest(daily.series, seriesCount, 'Others');
  const total = sumOf(counts.map(({ amount }) => amount));
  const orders = sumOf(counts.filter(({ kind }) => kind === 'order').map(({ amount }) => amount));
  return (
    <DailyFigure
      id="by-service"
      title="Submissions a day by service"
      none="Nothing was submitted in this time."
      summary={`${counted(total, 'submission')}: ${counted(orders, 'order')} (${shareOf(orders, total)}) and ${counted(total - orders, 'contact message')}; ${busiestDay(period, series)}.`}
      period={period}
      series={series}
      what="Submissions"
    />
  );
}

function ByPlan({ figures: { period, counts } }: { readonly figures: SubmissionFigures }) {
  const daily = newDailyCounts(period);
  const orders = counts.filter(({ kind }) => kind === 'order');
  for (const count of orders) daily.add(planOf(count), count.day, count.amount);
  const all = largest(daily.series, Number.POSITIVE_INFINITY, '');
  const series = largest(daily.series, seriesCount, 'other plans');
  const total = sumOf(orders.map(({ amount }) => amount));
  const [first] = all;
  const plans = all.filter(({ name }) => name !== unknownPlan).length;
  return (
    <>
      <DailyFigure
        id="by-plan"
        title="Orders a day by plan"
        none={noOrder}
        summary={`${counted(total, 'order')} of ${counted(plans, 'plan')}; the most for ${first?.name}: ${amountOf(first?.total ?? 0)}.`}
        period={period}
        series={series}
        what="Orders"
      />
      <Figure
        id="plans"
        title="Orders by plan"
        none={!first && noOrder}
        summary={
          all.length > mostPlans
            ? `The ${mostPlans} most ordered of ${plans} plans; the table has all.`
            : 'All plans that were ordered.'
        }
        plot={rowBars({
          rows: all.slice(0, mostPlans).map(({ name, total: value }) => ({ label: name, value })),
          valueTitle: 'Orders',
        })}
        table={{
          columns: ['Plan', 'Service', 'Orders', 'Share'],
          rows: all.map(({ name, total: many }) => [
            name,
            planById(name)?.family.name ?? '-',
            amountOf(many),
            shareOf(many, total),
          ]),
        }}
      />
    </>
  );
}

const stateNames = { delivered: 'Delivered', pending: 'Waiting', failed: 'Failed' } as const;

function States({ figures: { states, oldestPendingAt }, madeAt }: { figures: SubmissionFigures; madeAt: number }) {
  const names = Object.keys(stateNames) as (keyof typeof stateNames)[];
  const total = sumOf(Object.values(states));
  const waiting =
    oldestPendingAt === undefined
      ? 'none waits'
      : `${amountOf(states.pending)} ${states.pending === 1 ? 'waits' : 'wait'}, the oldest for ${durationOf(
          madeAt - oldestPendingAt,
        )} (since ${momentOf(oldestPendingAt)})`;
  return (
    <Figure
      id="states"
      title="Submissions in the store by state of delivery"
      none={total === 0 && 'The store is empty.'}
      summary={`Of ${counted(total, 'submission')} of all times, ${amountOf(states.failed)} failed and ${waiting}.`}
      plot={rowBars({
        rows: names.map((name) => ({ label: stateNames[name], value: states[name], isBeyond: name === 'failed' })),
        valueTitle: 'Submissions',
      })}
      table={{
        columns: ['State', 'Submissions', 'Share'],
        rows: names.map((name) => [stateNames[name], amountOf(states[name]), shareOf(states[name], total)]),
      }}
      compact
    />
  );
}

function DeliveryTimes({ figures: { deliveryTimes, deliveryBins } }: { readonly figures: SubmissionFigures }) {
  const { total } = deliveryTimes;
  const [median, p95] = [0.5, 0.95].map((share) => durationOf(deliveryTimes.quantile(share)));
  return (
    <HistogramFigure
      id="delivery-times"
      title="Time until a submission was delivered"
      none={total === 0 && 'Nothing that was received in this time has been delivered.'}
      summary={`Median ${median}, 95th percentile ${p95}, of ${counted(total, 'delivered submission')}.`}
      data={{
        limits: deliveryTimeLimits,
        counts: deliveryBins.counts,
        valueTitle: 'Submissions',
        labelTitle: 'From received to delivered',
      }}
      compact
    />
  );
}

function Arrivals({ figures: { times, bins, inJunk, missing } }: { readonly figures: ArrivalFigures }) {
  const isMissing = `${counted(missing, 'mail is', 'mails are')} missing`;
  const [median, longest] = [0.5, 1].map((share) => durationOf(times.quantile(share)));
  return (
    <HistogramFigure
      id="arrivals"
      title="Time until a sent mail arrived"
      none={times.total === 0 && `No mail that was sent in this time has been found in the mailbox; ${isMissing}.`}
      summary={`Median ${median}, longest ${longest}, of ${counted(times.total, 'mail')}; ${amountOf(inJunk)} in Junk; ${isMissing}.`}
      data={{
        limits: deliveryTimeLimits,
        counts: bins.counts,
        valueTitle: 'Mails',
        labelTitle: 'From sent to arrived',
      }}
    />
  );
}

/** What was submitted and how its delivery went, from the store. */
export function SubmissionsSection({ report: { submissions, storeFault, madeAt } }: { readonly report: Report }) {
  if (!submissions)
    return (
      <p className="note">
        {storeFault === 'missing'
          ? 'There is no store of submissions yet, so nothing is said of them here.'
          : 'The store of submissions cannot be read, so nothing is said of them here.'}
      </p>
    );
  return (
    <div className="figures">
      <ByService figures={submissions} />
      <ByPlan figures={submissions} />
      <div className="beside">
        <DeliveryTimes figures={submissions} />
        <States figures={submissions} madeAt={madeAt} />
      </div>
      {submissions.arrivals && <Arrivals figures={submissions.arrivals} />}
    </div>
  );
}
