import type { Page } from 'puppeteer';
import { openBrowser } from '../helpers/browser/browser.ts';
import type { UntilEnd } from './measurement.ts';
import { startBareServer, startSiteBefore, startWarmSite } from './processes.ts';
import { pageWithoutScripts } from './withoutScripts.ts';

/** The page for VPS. */
const path = '/server-hosting';

/** What to open: the page of the site, the same page without scripts, or that of the version before (`BENCH_BEFORE`). */
export type Version = 'site' | 'without scripts' | 'before';

/**
 * Visits each version of the VPS page `runs` times, in turn. Each visit has a page as large as a phone, in a new browser profile with
 * an empty cache. Resolves with the results of each version. Without `BENCH_BEFORE` there are none of `before`.
 */
export async function firstVisits<Result>(
  untilEnd: UntilEnd,
  runs: number,
  visit: (page: Page, url: string, version: Version) => Promise<Result>,
): Promise<Readonly<Record<Version, readonly Result[]>>> {
  const site = await untilEnd(startWarmSite());
  const bare = await untilEnd(startBareServer(await pageWithoutScripts(site.url, path)));
  const before = await startSiteBefore(untilEnd);
  const { browser, close } = await openBrowser();
  await untilEnd(Promise.resolve({ stop: close }));

  const results: Record<Version, Result[]> = { site: [], 'without scripts': [], before: [] };
  for (let run = 0; run < runs; run += 1)
    for (const [version, server] of Object.entries({ site, 'without scripts': bare, before })) {
      if (!server) continue;
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
      results[version as Version].push(await visit(page, server.url + path, version as Version));
      await context.close();
    }
  return results;
}
