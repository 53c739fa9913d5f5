import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import type { FinishedRequest } from '../../http/connections.ts';
import { type MailOutcome, mailOutcomes } from '../../mail/outcome.ts';
import type { ArrivedMail } from '../../outbox/mailbox.ts';
import { mailFolders } from '../../outbox/mails.ts';
import type { Store } from '../../outbox/store.ts';
import type { Alarms } from '../alarms/alarms.ts';
import { routeLabelOf } from './routeLabel.ts';

type MetricsOptions = { readonly store: Store; readonly alarms: Pick<Alarms, 'names' | 'active'> };
type StartOptions = MetricsOptions & { readonly port: number | undefined; readonly log: Logger };

/** Metrics of prom-client that are left out. Only counters may have names that end in `_total`, and these are gauges. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The bounds of the histogram of answers, in seconds: from the time of a cached page to that of the longest allowed request. */
const answerTimes = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** The bounds, in seconds, of the histogram of how long mails take to arrive. */
const arrivalTimes = [1, 5, 15, 60, 300, 900, 3600];

/** Returns a function that counts by one label. Each value of the label starts at 0, so that Prometheus sees the first increase. */
function countBy(label: string, values: readonly string[], name: string, help: string): (value: string) => void {
  const counter = new Counter({ name, help, labelNames: [label] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value) => counter.inc({ [label]: value });
}

function addGauges({ store, alarms }: MetricsOptions): void {
  const status = () => store.statistics.status().catch(() => undefined);
  new Gauge({
    name: 'website_submissions',
    help: 'Submissions in the store, by the state of their mail. Absent if the store cannot be read.',
    labelNames: ['state'],
    async collect() {
      const found = await status();
      this.reset();
      for (const [state, amount] of Object.entries(found?.counts ?? {})) this.set({ state }, amount);
    },
  });
  new Gauge({
    name: 'website_submission_oldest_pending_age_seconds',
    help: 'Age of the oldest submission whose mail is pending, or 0. Absent if the store cannot be read.',
    async collect() {
      const { oldestPendingAge } = (await status()) ?? {};
      if (oldestPendingAge === undefined) this.remove();
      else this.set(oldestPendingAge / 1000);
    },
  });
  new Gauge({
    name: 'website_alarm_active',
    help: '1 while an alarm is active, else 0.',
    labelNames: ['alarm'],
    collect() {
      for (const alarm of alarms.names) this.set({ alarm }, alarms.active.has(alarm) ? 1 : 0);
    },
  });
}

function requestCounter(): (request: FinishedRequest) => void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by method, route and status. The status is "aborted" if the client gave up.',
    labelNames: ['method', 'route', 'status'],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: answerTimes,
  });
  // Node refuses a method that is not in `http.METHODS`, so no client can add metrics with made-up methods.
  return ({ method = 'other', path = '', status, responseTime, aborted }) => {
    const route = routeLabelOf(path);
    requests.inc({ method, route, status: aborted ? 'aborted' : status });
    if (!aborted && responseTime !== undefined) durations.observe({ route }, responseTime / 1000);
  };
}

const mailHelp = 'Mails about submissions that were tried, by outcome. A mail that bounced was sent before.';
const confirmationHelp = 'Confirmations to senders that were tried, by outcome.';
const folderHelp = 'Mails about submissions that were found in the mailbox of IMAP_URL, by folder.';

/** Clears prom-client's registry, and creates all metrics in it. Rules for names: https://prometheus.io/docs/practices/naming/ */
export function createMetrics({ store, alarms }: MetricsOptions) {
  register.clear();
  collectDefaultMetrics();
  for (const name of misnamed) register.removeSingleMetric(name);
  addGauges({ store, alarms });
  const countOutcome = {
    notice: countBy('outcome', mailOutcomes, 'website_mail_deliveries_total', mailHelp),
    confirmation: countBy('outcome', mailOutcomes, 'website_confirmations_total', confirmationHelp),
  };
  const countFolder = countBy('folder', mailFolders, 'website_mails_arrived_total', folderHelp);
  const arrival = new Histogram({
    name: 'website_mail_arrival_seconds',
    help: 'Time from the mail server that took a mail to its arrival in the mailbox of IMAP_URL.',
    buckets: arrivalTimes,
  });
  return {
    countRequest: requestCounter(),
    countMail: ({ kind, outcome }: MailOutcome): void => countOutcome[kind](outcome),
    countArrival: ({ folder, milliseconds }: ArrivedMail): void => {
      countFolder(folder);
      arrival.observe(milliseconds / 1000);
    },
  };
}

/** Serves `/metrics` on 127.0.0.1. Ends the process if `port` cannot be used. Without `port`, resolves with undefined. */
export async function startMetrics({ port, log, ...options }: StartOptions) {
  if (port === undefined) return undefined;
  const metrics = createMetrics(options);
  const app = express();
  app.get('/metrics', async (_request, response) => {
    const text = await register.metrics();
    response.writeHead(200, { 'Content-Type': register.contentType, Connection: 'close' }).end(text);
  });
  const server = app.listen(port, '127.0.0.1').unref();
  await once(server, 'listening').catch((error: Error) => {
    log.fatal(`METRICS_PORT: port ${port} is in use or not allowed (${error.message})`);
    process.exit(1);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  log.info({ port: actualPort, url: `http://127.0.0.1:${actualPort}/metrics` }, 'metrics are served');
  return metrics;
}
