import { residentMegabytes } from '../bench/processes.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { startTraffic } from '../helpers/site/traffic.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { pageAddresses } from './addresses.ts';
import { type Part, rounded, unlimited, until } from './part.ts';
import { sizes } from './sizes.ts';

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

/** Sends ordinary traffic to every route: nothing may fail, no submission may be lost, and memory must not grow. */
export async function runSoak({ expect, counts, judge, untilEnd }: Part): Promise<void> {
  const ledger = newLedger();
  const mailServer = await untilEnd(startMailServer({ onMail: ledger.noteMail }));
  const environment = { ...unlimited, SMTP_URL: mailServer.url, MAIL_RETRY_SECONDS: '1' };
  const site = await untilEnd(startSite(environment, { responseCache: true }));
  const traffic = startTraffic(site.port, sizes.soakRate, ledger, {
    pages: pageAddresses,
    isGood: (status) => status < 500,
  });
  const samples: [number, number][] = [];
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  while (elapsed() < sizes.soakSeconds) {
    samples.push([elapsed(), residentMegabytes(site.pid)]);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { requests, failures } = await traffic.stop();
  for (const failure of failures) expect(false, failure);
  await until(() => ledger.lost().length === 0);
  judge(ledger);
  const warm = samples.filter(([seconds]) => seconds >= sizes.soakSeconds * warmUp);
  const slope = slopeOf(warm);
  if (sizes.soakSeconds >= meaningful) expect(slope < slopeLimit, `memory grows by ${rounded(slope)} MB an hour`);
  Object.assign(counts, {
    seconds: sizes.soakSeconds,
    requests,
    failed: failures.length,
    'memory once warm and at the end, MB': `${rounded(warm[0]?.[1] ?? 0)}, ${rounded(warm.at(-1)?.[1] ?? 0)}`,
    'memory slope, MB an hour': sizes.soakSeconds >= meaningful ? rounded(slope) : 'too short to say',
  });
}
