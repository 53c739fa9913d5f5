import axe from 'axe-core';
import type { Page } from 'puppeteer';

/** What axe finds on the current page by these rules, or by all: each with its rule, element and reason. */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        // Of WCAG 2.2, and off by default.
        ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    },
    rules && [...rules],
  );
}
