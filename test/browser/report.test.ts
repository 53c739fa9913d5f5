import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { violationsOn } from '../helpers/browser/axe.ts';
import { visit } from '../helpers/browser/visit.ts';
import { writeMonthOfLog, writeMonthOfSubmissions } from '../helpers/report/month.ts';
import { runReport } from '../helpers/report/report.ts';
import { newDataDirectory } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

async function makeReport() {
  const folder = newDataDirectory();
  const dataDirectory = path.join(folder, 'data');
  mkdirSync(dataDirectory);
  const log = path.join(folder, 'website.log');
  writeMonthOfSubmissions(dataDirectory, { end: Date.now(), submissions: 100 });
  writeMonthOfLog(log, { end: Date.now(), lines: 5000 });
  writeFileSync(path.join(folder, 'report.html'), runReport([log], { dataDirectory }).stdout);
  return { url: pathToFileURL(folder).href, stop: async () => rmSync(folder, { recursive: true }) };
}
const report = await untilEnd(makeReport());

function visitReport(act: (page: Page) => Promise<void>): Promise<void> {
  return visit({ url: report.url, path: '/report.html', atOnce: true }, act);
}

test('axe finds nothing on the report in either theme', () =>
  visitReport(async (page) => {
    // One table of each kind of figure: they differ in nothing else.
    for (const id of ['by-service', 'plans', 'vital-LCP']) await page.click(`#${id}-table`);
    for (const [theme, rules] of [
      ['dark', undefined],
      // The themes differ in colours alone.
      ['light', ['color-contrast', 'link-in-text-block']],
    ] as const) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      expect(await violationsOn(page, rules)).toEqual([]);
    }
  }));

test('the report fits a telephone, each plot is drawn once at every width, and on paper the tables are open', () =>
  visitReport(async (page) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewport({ width, height: 900 });
      const shown = await page.evaluate(() => ({
        beyond: document.documentElement.scrollWidth - innerWidth,
        drawings: [...document.querySelectorAll('figure')].map(
          (figure) =>
            [...figure.querySelectorAll('[role=img]')].filter((plot) => plot.getClientRects().length > 0).length,
        ),
      }));
      expect(shown.beyond).toBe(0);
      expect(new Set(shown.drawings)).toEqual(new Set([1]));
    }
    const heights = () => page.$$eval('details', (all) => all.map((details) => details.getBoundingClientRect().height));
    const closed = await heights();
    await page.emulateMediaType('print');
    const printed = await heights();
    expect(printed.filter((height, index) => height < (closed[index] ?? 0) + 20)).toEqual([]);
  }));
