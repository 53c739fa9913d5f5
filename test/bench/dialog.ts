import type { Browser } from 'puppeteer';
import { type BrowserKind, foundBrowsers } from '../helpers/browser/browser.ts';
import { firstVisit, launch } from './firstVisit.ts';
import type { Section } from './measurement.ts';
import { type Clicker, noteMoments, orderPath } from './moments.ts';
import { startWarmSite } from './processes.ts';

const visits = 20;
/** Milliseconds from the click to the drawn dialog. */
const atMost = 150;
/** How many times slower than this machine's processor. Firefox cannot slow itself down. */
const slowdowns = { chromium: 4, firefox: 1 } as const;
const names = { chromium: 'Chromium at a quarter of its speed', firefox: 'Firefox at full speed' } as const;

const clickers: Readonly<Record<Clicker, string>> = { mouse: 'click', finger: 'tap', script: 'click by script' };

type Visit = {
  /** Milliseconds from the picture to the click, and from the click to the dialog. `NaN`: never. */
  readonly wait: number;
  readonly opened: number;
  /** Documents requested after the first. */
  readonly documents: number;
};

function visitAndClick(browser: Browser, kind: BrowserKind, url: string, clicker: Clicker): Promise<Visit> {
  return firstVisit(browser, async (page) => {
    if (slowdowns[kind] > 1) await page.emulateCPUThrottling(slowdowns[kind]);
    const moments = await noteMoments(page, clicker);
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    const arrived = page.goto(url, { waitUntil: 'domcontentloaded' });
    await moments.reached('dialog');
    await arrived.catch(() => {});
    return {
      wait: moments.between('picture', 'pressed'),
      opened: moments.between('pressed', 'dialog'),
      documents: documents - 1,
    };
  });
}

/** One click on an order button right after the first picture, on a slow processor with an empty cache. */
export const dialog: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  for (const kind of ['chromium', 'firefox'] as const) {
    if (!foundBrowsers()[kind]) {
      console.log(`  This machine has no ${kind}.`);
      continue;
    }
    const { browser } = await untilEnd(launch(kind));
    for (const clicker of ['mouse', 'finger', 'script'] as const) {
      const found: Visit[] = [];
      for (let visit = 0; visit < visits; visit += 1)
        found.push(await visitAndClick(browser, kind, site.url + orderPath, clicker));
      const name = `${names[kind]}, ${clickers[clicker]}`;
      const listed = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' ');
      console.log(`  ${name}:`);
      console.log(`    picture to click, ms: ${listed(found.map(({ wait }) => wait))}`);
      console.log(`    click to dialog, ms: ${listed(found.map(({ opened }) => opened))}`);
      report(`${name}: slowest dialog`, Math.max(...found.map(({ opened }) => opened)), 'ms');
      const within = found.filter(({ opened, documents }) => opened <= atMost && documents === 0).length;
      // Between a finger's two events, the driver takes most of the time.
      const limit = clicker === 'finger' ? undefined : { atLeast: visits };
      report(`${name}: within ${atMost} ms and without a document request, of ${visits}`, within, 'clicks', limit);
    }
  }
};
