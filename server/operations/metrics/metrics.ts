import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { endpoints } from '../../../shared/paths.ts';
import type { AnsweredRequest } from '../../http/requestLog.ts';
import type { Captcha, Captchas, Verdict } from '../../intake/captcha/captcha.ts';
import { type MailOutcome, mailOutcomes } from '../../mail/outcome.ts';
import { type MailFolder, mailFolders } from '../../outbox/mails.ts';
import type { Store } from '../../outbox/store.ts';
import type { Alarm } from '../alarms/alarms.ts';
import { methodOf, routeOf } from './routes.ts';

export type MetricsOptions = {
  readonly store: Pick<Store, 'statistics'>;
  /** By each alarm's name its level; undefined: it is not active. */
  readonly alarmLevels: () => ReadonlyMap<string, Alarm['level'] | undefined>;
};

/** In seconds: from a cached page to the longest that a client may take. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** prom-client's own whose names break Prometheus' rules; `nodejs_active_resources` says the same as the first two. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** In seconds: from at once to an hour. */
const arrivalBuckets = [1, 5, 15, 60, 300, 900, 3600];

const tooManyRequests = 429;
const verdicts: readonly Verdict['verdict'][] = ['valid', 'invalid', 'unreachable'];

function requestCounters(registers: Registry[]) {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by method, route and status. The status of one that the client gave up is "aborted".',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'] as const,
    buckets,
    registers,
  });
  const rateLimited = new Counter({
    name: 'website_rate_limited_total',
    help: 'Requests refused because their client has sent too many.',
    labelNames: ['route'] as const,
    registers,
  });
  for (const route of [endpoints.submissions, endpoints.clientEvents]) rateLimited.inc({ route }, 0);
  return {
    countRequest: ({ method, path = '', status, responseTime, aborted }: AnsweredRequest): void => {
      const route = routeOf(path);
      requests.inc({ method: methodOf(method), route, status: aborted ? 'aborted' : status });
      if (!aborted && responseTime !== undefined) durations.observe({ route }, responseTime / 1000);
      if (status === tooManyRequests) rateLimited.inc({ route });
    },
  };
}

function mailCounters(registers: Registry[]) {
  const deliveries = new Counter({
    name: 'website_mail_deliveries_total',
    help: 'Submissions whose mail was tried, by outcome. One whose mail bounced was delivered before.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const deliveryOf = (outcome: MailOutcome['outcome']) => (outcome === 'sent' ? 'delivered' : outcome);
  for (const outcome of mailOutcomes) deliveries.inc({ outcome: deliveryOf(outcome) }, 0);
  const confirmations = new Counter({
    name: 'website_confirmations_total',
    help: 'Confirmations to senders that were tried, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  });
  for (const outcome of ['sent', 'postponed', 'refused', 'given_up', 'bounced'] as const)
    confirmations.inc({ outcome }, 0);
  return {
    countMail: ({ kind, outcome }: MailOutcome) => {
      if (kind === 'confirmation') confirmations.inc({ outcome: outcome === 'misconfigured' ? 'postponed' : outcome });
      else deliveries.inc({ outcome: deliveryOf(outcome) });
    },
  };
}

function arrivalCounters(registers: Registry[]) {
  const arrived = new Counter({
    name: 'website_mails_arrived_total',
    help: 'Mails about submissions that were found in the mailbox of IMAP_URL, by folder.',
    labelNames: ['folder'] as const,
    registers,
  });
  for (const folder of mailFolders) arrived.inc({ folder }, 0);
  const times = new Histogram({
    name: 'website_mail_arrival_seconds',
    help: 'Time from the mail server that took a mail to its arrival in the mailbox of IMAP_URL.',
    buckets: arrivalBuckets,
    registers,
  });
  return {
    countArrival: ({ folder, milliseconds }: { readonly folder: MailFolder; readonly milliseconds: number }): void => {
      arrived.inc({ folder });
      times.observe(milliseconds / 1000);
    },
  };
}

function captchaCounters(registers: Registry[]) {
  const captchaVerdicts = new Counter({
    name: 'website_captcha_verdicts_total',
    help: 'Captcha tokens by the kind of their submission and the verdict on them.',
    labelNames: ['kind', 'verdict'] as const,
    registers,
  });
  const counted = (kind: keyof Captchas, captcha: Captcha): Captcha => {
    for (const verdict of verdicts) captchaVerdicts.inc({ kind, verdict }, 0);
    return {
      verify: async (token, now) => {
        const verified = await captcha.verify(token, now);
        captchaVerdicts.inc({ kind, verdict: verified.verdict });
        return verified;
      },
    };
  };
  return {
    /** The same captchas; their verdicts are counted. */
    countVerdicts: ({ order, contact }: Captchas): Captchas => ({
      order: counted('order', order),
      contact: counted('contact', contact),
    }),
  };
}

/** Absent if the store cannot be read. */
function addStoreGauges(registers: Registry[], store: MetricsOptions['store']): void {
  const statusNow = () => store.statistics.status().catch(() => undefined);
  new Gauge({
    name: 'website_submissions',
    help: 'Submissions in the store, by the state of their mail. Absent if the store cannot be read.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const status = await statusNow();
      this.reset();
      for (const [state, amount] of Object.entries(status?.counts ?? {})) this.set({ state }, amount);
    },
  });
  new Gauge({
    name: 'website_submission_oldest_pending_age_seconds',
    help: 'Age of the oldest submission whose mail is pending, or 0. Absent if the store cannot be read.',
    labelNames: [] as const,
    registers,
    async collect() {
      const status = await statusNow();
      this.remove();
      if (status) this.set(status.oldestPendingAge / 1000);
    },
  });
}

function addAlarmGauge(registers: Registry[], alarmLevels: MetricsOptions['alarmLevels']): void {
  new Gauge({
    name: 'website_alarm_active',
    help: '1 while an alarm is active, else 0.',
    labelNames: ['alarm'] as const,
    registers,
    collect() {
      for (const [alarm, level] of alarmLevels()) this.set({ alarm }, level ? 1 : 0);
    },
  });
}

/** What the site counts. Label values come from fixed lists. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Begins to count, by prom-client: https://prometheus.io/docs/practices/naming/ */
export function createMetrics({ store, alarmLevels }: MetricsOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const registers = [registry];
  addAlarmGauge(registers, alarmLevels);
  addStoreGauges(registers, store);
  return {
    ...requestCounters(registers),
    ...mailCounters(registers),
    ...arrivalCounters(registers),
    ...captchaCounters(registers),
    contentType: registry.contentType,
    /** All metrics in Prometheus' text format. */
    text: () => registry.metrics(),
  };
}
