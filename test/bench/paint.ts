import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer';
import { firstVisit, launch } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';
import { noteMoments, orderButton, orderPath } from './moments.ts';
import { startBareServer, startSiteBefore, startWarmSite } from './processes.ts';
import { pagesWithoutScripts } from './withoutScripts.ts';

/** 400 kbit/s with 400 ms of latency. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const runs = 5;
/** Milliseconds from first paint to the click: before, while and after the scripts arrive. */
const clicksAfter = [0, 200, 400, 700, 1000, 1300, 1600, 2000, 2500, 4000];

type Visit = {
  /** Milliseconds from the connection to the first contentful paint. */
  readonly picture: number;
  /** From the navigation's start to the same paint. */
  readonly pictureFromStart: number;
  /** From the navigation's start to the click and to the open dialog; undefined: no click, or a lost one. */
  readonly clicked: number;
  readonly dialog: number | undefined;
};

/** `clickAfter`: milliseconds from first paint to the click on the order button; undefined: no click. */
function visitSlowly(browser: Browser, url: string, clickAfter?: number): Promise<Visit> {
  return firstVisit(browser, async (page) => {
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    const moments = await noteMoments(page);

    const arrived = page.goto(url, { waitUntil: 'domcontentloaded' });
    await moments.reached('picture');
    let clicked = Number.NaN;
    if (clickAfter !== undefined) {
      await page.waitForSelector(orderButton);
      await sleep(clickAfter);
      clicked = performance.timeOrigin + performance.now();
      await page.click(orderButton);
      await moments.reached('dialog');
    }
    await arrived.catch(() => {});
    return {
      picture: moments.between('connected', 'picture'),
      pictureFromStart: moments.between('start', 'picture'),
      clicked: clicked - (moments.at('start') ?? Number.NaN),
      dialog: moments.at('dialog') === undefined ? undefined : moments.between('start', 'dialog'),
    };
  });
}

/** First paint, and the dialog after one click, on a slow line with an empty cache. */
export const paint: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  const bare = await untilEnd(startBareServer(await pagesWithoutScripts(site.url, [orderPath])));
  const before = await startSiteBefore(untilEnd);
  const { browser } = await untilEnd(launch());

  const ours: Visit[] = [];
  const plain: number[] = [];
  const earlier: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await visitSlowly(browser, site.url + orderPath, 0));
    plain.push((await visitSlowly(browser, bare.url + orderPath)).picture);
    if (before) earlier.push((await visitSlowly(browser, before.url + orderPath)).picture);
  }
  const picture = median(ours.map((visit) => visit.picture)) / 1000;
  const plainPicture = median(plain) / 1000;
  const dialog = median(ours.map((visit) => visit.dialog ?? Number.POSITIVE_INFINITY)) / 1000;
  report('first picture', picture, 's');
  report('first picture without scripts', plainPicture, 's', 'aside');
  report('first picture to that without scripts', picture / plainPicture, 'ratio', { atMost: 1.1 });
  const ofBefore = picture / (median(earlier) / 1000);
  if (before) report('first picture to that of the version before', ofBefore, 'ratio', { atMost: 1.02 });
  report('dialog after one click', dialog, 's');
  const toPicture = median(ours.map((visit) => (visit.dialog ?? Number.POSITIVE_INFINITY) / visit.pictureFromStart));
  report('dialog after one click to the first picture', toPicture, 'ratio', { atMost: 1.3 });

  let answered = 0;
  for (const clickAfter of clicksAfter) {
    const visit = await visitSlowly(browser, site.url + orderPath, clickAfter);
    if (visit.dialog !== undefined) answered += 1;
    const outcome =
      visit.dialog === undefined ? 'LOST' : `dialog ${((visit.dialog - visit.clicked) / 1000).toFixed(2)} s later`;
    console.log(`  clicked at ${(visit.clicked / 1000).toFixed(2)} s: ${outcome}`);
  }
  report(`clicks answered of ${clicksAfter.length}`, answered, 'clicks', { atLeast: clicksAfter.length });
};
