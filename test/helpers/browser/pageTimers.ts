import type { Page } from 'puppeteer';
import { longWait } from '../../../shared/waits.ts';

/**
 * The page's waits, in milliseconds, that would end too early on a slow machine: of toasts (6 and 12 s), of a visitor's
 * patience, of a proof of work and of its challenge.
 */
export const deadlines: readonly number[] = [6_000, longWait, 10_000, 12_000, 15_000, 30_000];

/**
 * Controls the timers of a page that is opened later. Waits of the milliseconds in `held` last until `endWaits`, those in
 * `hurried` end at once. The page never gives up a request.
 */
export async function controlTimers(page: Page, held: readonly number[], hurried: readonly number[]): Promise<void> {
  await page.evaluateOnNewDocument(
    (lasting, passing) => {
      const { setTimeout, clearTimeout } = globalThis;
      const waits = new Map<number, { readonly time: number; readonly act: () => void }>();
      Object.assign(globalThis, {
        setTimeout: (act: () => void, time?: number): number => {
          const isHeld = time !== undefined && lasting.includes(time);
          const isHurried = time !== undefined && passing.includes(time);
          // A held wait uses only the number of its real timer.
          const timer = Number(setTimeout(isHeld ? () => {} : act, isHurried ? 0 : time));
          if (isHeld) waits.set(timer, { time, act });
          return timer;
        },
        clearTimeout: (timer: number) => {
          waits.delete(timer);
          clearTimeout(timer);
        },
        endWaits: (ended: number) => {
          const ending = [...waits].filter(([, { time }]) => time === ended);
          for (const [timer, { act }] of ending) {
            waits.delete(timer);
            act();
          }
          return ending.length > 0;
        },
      });
      AbortSignal.timeout = () => new AbortController().signal;
    },
    [...held],
    [...hurried],
  );
}

/** Ends the page's waits of this length, as soon as such a wait has begun. */
export async function endWaits(page: Page, time: number): Promise<void> {
  await page.waitForFunction(`endWaits(${time})`);
}

/** Ends the waits until the page says that a navigation or a form is still under way, as soon as such a wait has begun. */
export function endLongWaits(page: Page): Promise<void> {
  return endWaits(page, longWait);
}
