import type { Browser } from 'puppeteer';
import { hydrated, watchHydration } from '../helpers/browser/browser.ts';
import { firstVisit, launch } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';
import { startBareServer, startSiteBefore, startWarmSite } from './processes.ts';
import { pagesWithoutScripts } from './withoutScripts.ts';

const runs = 9;
const path = '/server-hosting';

/** Makes a first visit, and waits until nothing loads. Resolves with the main thread's processor time so far, in milliseconds. */
function visit(browser: Browser, url: string, hasScripts: boolean): Promise<number> {
  return firstVisit(browser, async (page) => {
    const session = await page.createCDPSession();
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await watchHydration(page);
    await page.goto(url + path);
    if (hasScripts) await hydrated(page);
    await page.waitForNetworkIdle();
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  });
}

/** Measures the main thread's time in a first visit to the VPS page, and compares it with the same page without scripts. */
export const mainThread: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  const bare = await untilEnd(startBareServer(await pagesWithoutScripts(site.url, [path])));
  const before = await startSiteBefore(untilEnd);
  const { browser } = await untilEnd(launch());
  const [ours, plain, earlier]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await visit(browser, site.url, true));
    plain.push(await visit(browser, bare.url, false));
    if (before) earlier.push(await visit(browser, before.url, true));
  }
  report('first visit', median(ours), 'ms');
  report('first visit to that without scripts', median(ours) / median(plain), 'ratio', { atMost: 3 });
  if (before)
    report('first visit to that of the version before', median(ours) / median(earlier), 'ratio', { atMost: 1.05 });
};
