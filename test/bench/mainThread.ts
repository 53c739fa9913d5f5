import type { Page } from 'puppeteer';
import { hydrated, watchHydration } from '../helpers/browser/browser.ts';
import { firstVisits, type Version } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';

const runs = 9;

/** Waits until nothing loads. Resolves with the main thread's processor time so far, in milliseconds. */
async function visit(page: Page, url: string, version: Version): Promise<number> {
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await watchHydration(page);
  await page.goto(url);
  if (version !== 'without scripts') await hydrated(page);
  await page.waitForNetworkIdle();
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Measures the main thread's time in a first visit, and compares it with the same page without scripts. */
export const mainThread: Section = async (report, untilEnd) => {
  const { site, before, 'without scripts': plain } = await firstVisits(untilEnd, runs, visit);
  report('first visit', median(site), 'ms');
  report('first visit to that without scripts', median(site) / median(plain), 'ratio', { atMost: 3 });
  if (before.length > 0)
    report('first visit to that of the version before', median(site) / median(before), 'ratio', { atMost: 1.05 });
};
