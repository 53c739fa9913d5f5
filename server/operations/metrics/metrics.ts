import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import type { AnsweredRequest } from '../../http/connections.ts';
import { type MailOutcome, mailOutcomes } from '../../mail/outcome.ts';
import type { ArrivedMail } from '../../outbox/mailbox.ts';
import { mailFolders } from '../../outbox/mails.ts';
import type { Store } from '../../outbox/store.ts';
import type { Alarms } from '../alarms/alarms.ts';
import { methodOf, routeOf } from './routes.ts';

export type MetricsOptions = { readonly store: Store; readonly alarms: Pick<Alarms, 'names' | 'active'> };

/** Metrics of prom-client whose names break the rules of Prometheus. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** In seconds: from a cached page up to the longest allowed request. */
const answerTimes = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** In seconds, up to an hour. */
const arrivalTimes = [1, 5, 15, 60, 300, 900, 3600];

/** A counter with one label, whose values are known. Each value starts at 0, so that it is there from the beginning. */
function countBy(label: string, values: readonly string[], name: string, help: string): (value: string) => void {
  const counter = new Counter({ name, help, labelNames: [label] });
  for (const value of values) counter.labels(value).inc(0);
  return (value) => counter.labels(value).inc();
}

/** Adds gauges about the store. They are absent if the store cannot be read. */
function addStoreGauges({ statistics }: Store): void {
  const status = () => statistics.status().catch(() => undefined);
  new Gauge({
    name: 'website_submissions',
    help: 'Submissions in the store, by the state of their mail. Absent if the store cannot be read.',
    labelNames: ['state'],
    async collect() {
      this.reset();
      for (const [state, amount] of Object.entries((await status())?.counts ?? {})) this.set({ state }, amount);
    },
  });
  new Gauge({
    name: 'website_submission_oldest_pending_age_seconds',
    help: 'Age of the oldest submission whose mail is pending, or 0. Absent if the store cannot be read.',
    async collect() {
      const age = (await status())?.oldestPendingAge;
      if (age === undefined) this.remove();
      else this.set(age / 1000);
    },
  });
}

function addAlarmGauge({ names, active }: MetricsOptions['alarms']): void {
  new Gauge({
    name: 'website_alarm_active',
    help: '1 while an alarm is active, else 0.',
    labelNames: ['alarm'],
    collect() {
      for (const alarm of names) this.set({ alarm }, active.has(alarm) ? 1 : 0);
    },
  });
}

function requestCounter(): (request: AnsweredRequest) => void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by method, route and status. The status of one that the client gave up is "aborted".',
    labelNames: ['method', 'route', 'status'],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: answerTimes,
  });
  return ({ method, path = '', status, responseTime, aborted }) => {
    const route = routeOf(path);
    requests.inc({ method: methodOf(method), route, status: aborted ? 'aborted' : status });
    if (!aborted && responseTime !== undefined) durations.observe({ route }, responseTime / 1000);
  };
}

const mailHelp = 'Mails about submissions that were tried, by outcome. A mail that bounced was sent before.';
const folderHelp = 'Mails about submissions that were found in the mailbox of IMAP_URL, by folder.';

/** The counters of the site. Label values come from fixed lists. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Clears prom-client's global registry and creates all metrics. For names, see https://prometheus.io/docs/practices/naming/ */
export function createMetrics({ store, alarms }: MetricsOptions) {
  register.clear();
  collectDefaultMetrics();
  for (const name of misnamed) register.removeSingleMetric(name);
  addStoreGauges(store);
  addAlarmGauge(alarms);
  const countNotice = countBy('outcome', mailOutcomes, 'website_mail_deliveries_total', mailHelp);
  const countConfirmation = countBy(
    'outcome',
    mailOutcomes,
    'website_confirmations_total',
    'Confirmations to senders that were tried, by outcome.',
  );
  const countFolder = countBy('folder', mailFolders, 'website_mails_arrived_total', folderHelp);
  const arrival = new Histogram({
    name: 'website_mail_arrival_seconds',
    help: 'Time from the mail server that took a mail to its arrival in the mailbox of IMAP_URL.',
    buckets: arrivalTimes,
  });
  return {
    countRequest: requestCounter(),
    countMail: ({ kind, outcome }: MailOutcome): void =>
      kind === 'notice' ? countNotice(outcome) : countConfirmation(outcome),
    countArrival: ({ folder, milliseconds }: ArrivedMail): void => {
      countFolder(folder);
      arrival.observe(milliseconds / 1000);
    },
  };
}
