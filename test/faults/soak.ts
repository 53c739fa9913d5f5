import { Agent, request } from 'node:http';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { randomFrom } from '../helpers/report/random.ts';
import { startSite } from '../helpers/site/site.ts';
import { faultsOf, newLedger } from '../helpers/visitor/ledger.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';
import { pageAddresses } from './addresses.ts';
import { newFindings, percentile, type Report, rounded, until } from './report.ts';
import { sizes } from './sizes.ts';
import { memoryOf } from './slowSockets.ts';

/** The share of requests that are submissions. */
const submissionShare = 0.05;
/** The share of the time in which the process warms up. */
const warmUp = 0.4;
/** Seconds from which the slope of memory is meaningful; its limit is in MB an hour. */
const meaningful = 600;
const slopeLimit = 5;

/** The slope in MB an hour, by least squares. */
function slopeOf(samples: readonly (readonly [seconds: number, megabytes: number])[]): number {
  const mean = (pick: 0 | 1) => samples.reduce((sum, sample) => sum + sample[pick], 0) / samples.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = samples.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return (3600 * covariance) / samples.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** Sends ordinary traffic: nothing may fail, no submission may be lost, and memory must not grow. */
export async function runSoak(): Promise<Report> {
  const { faults, expect } = newFindings();
  const ledger = newLedger();
  const random = randomFrom(sizes.seed);
  const mailServer = await startMailServer({ onMail: ledger.noteMail });
  const site = await startSite({
    SMTP_URL: mailServer.url,
    MAIL_RETRY_SECONDS: '1',
    SUBMISSION_LIMIT: '100000000',
    SUBMISSION_FLOOD: '100000000',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: number[] = [];
  let [requests, serverErrors, unanswered] = [0, 0, 0];

  const send = (method: string, path: string, body?: string, key?: string) =>
    new Promise<{ status: number; reference: string | undefined } | undefined>((resolve) => {
      const begun = performance.now();
      const headers: Record<string, string> = { 'Accept-Encoding': 'gzip, deflate, br' };
      if (body) headers['Content-Type'] = 'application/json';
      if (key) headers['Idempotency-Key'] = key;
      const sent = request({ host: '127.0.0.1', port: site.port, method, path, headers, agent }, (response) => {
        response.resume();
        response.on('end', () => {
          times.push(performance.now() - begun);
          const reference = response.headers['x-reference'];
          resolve({
            status: response.statusCode ?? 0,
            reference: typeof reference === 'string' ? reference : undefined,
          });
        });
      });
      sent.setTimeout(10_000, () => sent.destroy());
      sent.on('error', () => resolve(undefined));
      sent.end(body);
    });

  const one = async (): Promise<void> => {
    requests += 1;
    let answer: Awaited<ReturnType<typeof send>>;
    if (random() < submissionShare) {
      const posting = ledger.newPosting();
      answer = await send('POST', submissionsPath, posting.body, posting.key);
      ledger.noteAnswer(posting, answer);
    } else {
      const address = pageAddresses[Math.floor(random() * pageAddresses.length)] ?? '/';
      answer = await send('GET', address);
    }
    if (!answer) unanswered += 1;
    else if (answer.status >= 500) serverErrors += 1;
  };

  const samples: [number, number][] = [];
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  let due = 0;
  while (elapsed() < sizes.soakSeconds) {
    const target = elapsed() * sizes.soakRate;
    for (; due < target; due += 1) void one();
    if (elapsed() >= samples.length) samples.push([elapsed(), memoryOf(site.pid)]);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await until(() => ledger.lost().length === 0, 30_000), 'something acknowledged was not delivered');
  agent.destroy();
  const { exitCode } = await site.stop();
  await mailServer.stop();
  expect(exitCode === 0, `the server ended with ${exitCode}`);
  expect(serverErrors === 0, `${serverErrors} answers were 5xx`);
  expect(unanswered === 0, `${unanswered} requests had no answer`);
  const warm = samples.filter(([seconds]) => seconds >= sizes.soakSeconds * warmUp);
  const slope = slopeOf(warm);
  if (sizes.soakSeconds >= meaningful) expect(slope < slopeLimit, `memory grows by ${rounded(slope)} MB an hour`);
  faults.push(...faultsOf(ledger));
  return {
    counts: {
      seconds: sizes.soakSeconds,
      requests,
      '5xx': serverErrors,
      'without an answer': unanswered,
      'p50 and p99, ms': `${rounded(percentile(times, 0.5), 2)}, ${rounded(percentile(times, 0.99), 2)}`,
      ...ledger.counts(),
      'memory once warm and at the end, MB': `${rounded(warm[0]?.[1] ?? 0)}, ${rounded(warm.at(-1)?.[1] ?? 0)}`,
      'memory slope, MB an hour': sizes.soakSeconds >= meaningful ? rounded(slope) : 'too short to say',
    },
    faults,
  };
}
