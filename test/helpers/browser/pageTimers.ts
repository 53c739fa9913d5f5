import type { Page } from 'puppeteer';
import { longWait } from '../../../shared/waits.ts';

/**
 * How long the page's own waits last that a slow machine would reach, in milliseconds: a toast (6 and 12 s), a visitor's
 * patience, a proof of work and its challenge.
 */
export const deadlines: readonly number[] = [6_000, longWait, 10_000, 12_000, 15_000, 30_000];

/**
 * In a page that is opened later, waits of the times `held` last until `endWaits`, those of the times `hurried` end at once,
 * and a request is never given up.
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
          // The real timer of a held one is there for its number alone.
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

/** Ends the waits of this time, as soon as one has begun. */
export async function endWaits(page: Page, time: number): Promise<void> {
  await page.waitForFunction(`endWaits(${time})`);
}

/** Ends the waits after which a visitor is told that a page, or a form, is long under way, as soon as one has begun. */
export function endLongWaits(page: Page): Promise<void> {
  return endWaits(page, longWait);
}
