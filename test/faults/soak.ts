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
/** The most MB by which the process may grow once it is warm. */
const mostGrown = 30;

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
  const warm = samples.find(([seconds]) => seconds >= sizes.soakSeconds * warmUp)?.[1] ?? 0;
  const grown = residentMegabytes(site.pid) - warm;
  expect(grown < mostGrown, `the process grew by ${rounded(grown)} MB once it was warm`);
  Object.assign(counts, {
    seconds: sizes.soakSeconds,
    requests,
    failed: failures.length,
    'grown once warm, MB': rounded(grown),
  });
}
