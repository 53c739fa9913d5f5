import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
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
  writeMonthOfSubmissions(dataDirectory, { end: Date.now(), submissions: 30 });
  writeMonthOfLog(log, { end: Date.now(), lines: 500 });
  writeFileSync(path.join(folder, 'report.html'), runReport([log], { dataDirectory }).stdout);
  return { url: pathToFileURL(folder).href, stop: async () => rmSync(folder, { recursive: true }) };
}
const report = await untilEnd(makeReport());

test('axe finds nothing on the report, which fits a telephone, draws each plot once, and opens its tables on paper', () =>
  visit({ url: report.url, path: '/report.html', atOnce: true }, async (page) => {
    expect(await violationsOn(page)).toEqual([]);
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
