import type { Browser } from 'puppeteer';
import { isHydrated, watchHydration } from '../helpers/browser/browser.ts';
import { firstVisit, launch } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';
import { orderPath } from './moments.ts';
import { startBareServer, startSiteBefore, startWarmSite } from './processes.ts';
import { pagesWithoutScripts } from './withoutScripts.ts';

/** `BENCH_RUNS` changes this: fewer are quicker, but noisier. */
const runs = Number(process.env.BENCH_RUNS ?? 5);
const slowdown = 4;
/** Milliseconds without a long task, after which none is expected. */
const quietTime = 2000;
/** A task blocks the page for as long as it exceeds this: https://web.dev/articles/tbt. */
const shortTask = 50;

type Task = { readonly start: number; readonly end: number };
type Quiet = { readonly picture: number; readonly connected: number; readonly tasks: readonly Task[] };
/** Milliseconds. `picture` is the first contentful paint, from the connection. */
type Visit = { readonly picture: number; readonly blocking: number; readonly isHydrated: boolean };

function visitSlowed(browser: Browser, url: string): Promise<Visit> {
  return firstVisit(browser, async (page) => {
    await page.emulateCPUThrottling(slowdown);
    await watchHydration(page);
    await page.evaluateOnNewDocument((quiet) => {
      const tasks: Task[] = [];
      const becameQuiet = new Promise<Quiet>((resolve) => {
        const end = () => {
          const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
          const [picture] = performance.getEntriesByName('first-contentful-paint');
          resolve({
            picture: picture?.startTime ?? Number.NaN,
            connected: navigation?.connectEnd ?? Number.NaN,
            tasks,
          });
        };
        let timer: ReturnType<typeof setTimeout> | undefined;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(end, quiet);
        };
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries())
            tasks.push({ start: startTime, end: startTime + duration });
          wait();
        }).observe({ type: 'longtask' });
        addEventListener('load', wait);
      });
      Object.assign(window, { becameQuiet });
    }, quietTime);
    await page.goto(url, { waitUntil: 'load' });
    const { picture, connected, tasks } = await page.evaluate(
      () => (window as unknown as { becameQuiet: Promise<Quiet> }).becameQuiet,
    );
    // Of a task that began before the picture only the rest counts, as in Lighthouse.
    const times = tasks.map(({ start, end }) => end - Math.max(start, picture));
    return {
      picture: picture - connected,
      blocking: times.reduce((total, time) => total + Math.max(0, time - shortTask), 0),
      isHydrated: await isHydrated(page),
    };
  });
}

/** Total blocking time on a slow processor: of the page, the page without scripts and the version before. */
export const blocking: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  const bare = await untilEnd(startBareServer(await pagesWithoutScripts(site.url, [orderPath])));
  const before = await startSiteBefore(untilEnd);
  const { browser } = await untilEnd(launch());

  const ours: Visit[] = [];
  const plain: Visit[] = [];
  const earlier: Visit[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await visitSlowed(browser, site.url + orderPath));
    plain.push(await visitSlowed(browser, bare.url + orderPath));
    if (before) earlier.push(await visitSlowed(browser, before.url + orderPath));
  }
  if (ours.some((visit) => !visit.isHydrated)) throw new Error('The page was quiet before it was hydrated.');
  for (const [name, visits] of Object.entries({ page: ours, 'without scripts': plain, before: earlier })) {
    const listed = (read: (visit: Visit) => number) => visits.map((visit) => read(visit).toFixed(0)).join(' ');
    console.log(`  ${name}: blocking, ms: ${listed((visit) => visit.blocking)}`);
    console.log(`  ${name}: first picture, ms: ${listed((visit) => visit.picture)}`);
  }
  const blockingOf = (visits: readonly Visit[]) => median(visits.map((visit) => visit.blocking));
  const pictureOf = (visits: readonly Visit[]) => median(visits.map((visit) => visit.picture));
  report('blocking time', blockingOf(ours), 'ms');
  report('blocking time without scripts', blockingOf(plain), 'ms', 'aside');
  report('blocking time beyond the page without scripts', blockingOf(ours) - blockingOf(plain), 'ms', { atMost: 50 });
  if (before) {
    report('blocking time of the version before', blockingOf(earlier), 'ms', 'aside');
    report('blocking time above the version before', blockingOf(ours) - blockingOf(earlier), 'ms', { atMost: 20 });
    report('first picture to that of the version before', pictureOf(ours) / pictureOf(earlier), 'ratio');
  }
};
