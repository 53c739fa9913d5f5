import type { Page } from 'puppeteer';
import { holdBack, hydrated, isScript } from './browser.ts';
import { type VisitOptions, visit } from './visit.ts';

/** A visit whose scripts are held back until `release` is called, which resolves when the page is hydrated. */
export function visitBeforeScripts(
  options: VisitOptions,
  act: (page: Page, release: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const gate = Promise.withResolvers<void>();
  const prepare = async (page: Page) => {
    await options.prepare?.(page);
    await holdBack(page, isScript, () => gate.promise);
  };
  return visit({ ...options, atOnce: true, prepare }, (page) =>
    act(page, () => {
      gate.resolve();
      return hydrated(page);
    }),
  );
}
