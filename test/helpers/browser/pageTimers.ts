import type { Page } from 'puppeteer';
import { longWait } from '../../../shared/waits.ts';
import { until } from './page.ts';

/**
 * The lengths, in milliseconds, of the page's waits that could end too early on a slow machine. Toasts last 6 or 12 s. After
 * `longWait`, the page says that loading takes long. An order waits 10 s for its proof of work, and hCaptcha's script gets 15 s.
 */
export const deadlines: readonly number[] = [6_000, longWait, 10_000, 12_000, 15_000, 30_000];

/**
 * Replaces `setTimeout` in the documents that the page opens later. A wait whose length (ms) is in `held` lasts until `endWaits`
 * is called; a wait whose length is in `hurried` ends at once. `AbortSignal.timeout` never aborts a request.
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
          // The real timer of a held wait does nothing. Only its number is used, as the key in `waits`.
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

/** Ends the page's waits that last `time` milliseconds. If none has begun, this first waits for one to begin. */
export async function endWaits(page: Page, time: number): Promise<void> {
  await until(page, `endWaits(${time})`);
}

/** Makes the page say now that loading or sending takes long. If the page is not yet waiting to say this, first waits for that. */
export function endLongWaits(page: Page): Promise<void> {
  return endWaits(page, longWait);
}
