import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'puppeteer';
import { visit } from '../helpers/browser/visit.ts';
import { writeMonthOfLog, writeMonthOfSubmissions } from '../helpers/report/month.ts';
import { runReport } from '../helpers/report/report.ts';
import { newDataDirectory } from '../helpers/site/site.ts';

let folder: string;
beforeAll(async () => {
  folder = newDataDirectory();
  const dataDirectory = path.join(folder, 'data');
  mkdirSync(dataDirectory);
  const log = path.join(folder, 'website.log');
  writeMonthOfSubmissions(dataDirectory, { end: Date.now(), submissions: 100 });
  writeMonthOfLog(log, { end: Date.now(), lines: 5000 });
  writeFileSync(path.join(folder, 'report.html'), runReport([log], { dataDirectory }).stdout);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

function visitReport(width: number, act: (page: Page) => Promise<void>): Promise<void> {
  return visit({ url: pathToFileURL(folder).href, path: '/report.html', width, atOnce: true }, act);
}

test('axe finds nothing on the report in either theme', () =>
  visitReport(1440, async (page) => {
    // One table of each kind of figure: they differ in nothing else.
    for (const id of ['by-service', 'plans', 'vital-LCP']) await page.click(`#${id}-table`);
    await page.evaluate(axe.source);
    for (const [theme, rules] of [
      ['dark', undefined],
      // The themes differ in colours alone.
      ['light', ['color-contrast', 'link-in-text-block']],
    ] as const) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      const violations = await page.evaluate(
        async (runOnly) => {
          const { axe: tool } = window as unknown as { axe: typeof axe };
          const found = await tool.run(document, { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) });
          return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        },
        rules && [...rules],
      );
      expect(violations).toEqual([]);
    }
  }));

test('the report fits a telephone, and each plot is drawn once at every width', async () => {
  for (const width of [360, 768, 1440])
    await visitReport(width, async (page) => {
      const shown = await page.evaluate(() => ({
        beyond: document.documentElement.scrollWidth - innerWidth,
        drawings: [...document.querySelectorAll('figure')].map(
          (figure) =>
            [...figure.querySelectorAll('[role=img]')].filter((plot) => plot.getClientRects().length > 0).length,
        ),
      }));
      expect(shown.beyond).toBe(0);
      expect(new Set(shown.drawings)).toEqual(new Set([1]));
    });
});

test('on paper the tables are open', () =>
  visitReport(1440, async (page) => {
    const heights = () => page.$$eval('details', (all) => all.map((details) => details.getBoundingClientRect().height));
    const closed = await heights();
    await page.emulateMediaType('print');
    const printed = await heights();
    expect(printed.filter((height, index) => height < (closed[index] ?? 0) + 20)).toEqual([]);
  }));
