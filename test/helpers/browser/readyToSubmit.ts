import type { Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';

/**
 * Resolves when a script can submit the open order dialog; until then, the browser posts the form. The proof of work,
 * which begins with this request, is in the same chunk as the validation rules.
 */
export async function readyToSubmit(page: Page): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path),
    {},
    endpoints.captchaChallenge,
  );
}
