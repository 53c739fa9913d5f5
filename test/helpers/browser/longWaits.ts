import type { Page } from 'puppeteer';
import { longWait } from '../../../shared/waits.ts';

/** In a page that is opened later, long waits last until `endLongWaits`. */
export async function holdLongWaits(page: Page): Promise<void> {
  await page.evaluateOnNewDocument((held) => {
    const { setTimeout, clearTimeout } = globalThis;
    const waits = new Map<number, () => void>();
    Object.assign(globalThis, {
      setTimeout: (act: () => void, time?: number): number => {
        // The real timer is there for its number alone.
        const timer = Number(setTimeout(time === held ? () => {} : act, time));
        if (time === held) waits.set(timer, act);
        return timer;
      },
      clearTimeout: (timer: number) => {
        waits.delete(timer);
        clearTimeout(timer);
      },
      endLongWaits: () => {
        for (const end of waits.values()) end();
        waits.clear();
      },
    });
  }, longWait);
}

/** Ends the long waits that have begun. */
export async function endLongWaits(page: Page): Promise<void> {
  await page.evaluate('endLongWaits()');
}
