import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer';

/** The order button of the plan that the benchmarks order, on `orderPath`. */
export const orderPath = '/server-hosting';
export const orderButton = '#plan-CXN3 button';

const patience = 20_000;

/** `picture` is the first contentful paint, `pressed` the first event of a click, `dialog` the frame that shows it. */
type Moment = 'start' | 'connected' | 'picture' | 'pressed' | 'dialog';

/** Who clicks at the picture: the visitor's mouse or finger, or a script in the page, which may still be arriving. */
export type Clicker = 'mouse' | 'finger' | 'script';

export type Moments = {
  /** In milliseconds of the visitor's clock, since a click may load another document. Undefined: not yet. */
  readonly at: (moment: Moment) => number | undefined;
  /** Milliseconds between two moments; `NaN` if one is missing. */
  readonly between: (from: Moment, to: Moment) => number;
  /** Resolves at the moment, or when it is overdue. */
  readonly reached: (moment: Moment) => Promise<void>;
};

/** Records the moments of a page that is opened later, and has its order button clicked at the picture. */
export async function noteMoments(page: Page, clicker?: Clicker): Promise<Moments> {
  const seen = new Map<string, number>();
  await page.exposeFunction('note', (moment: string, at: number) => {
    if (!seen.has(moment)) seen.set(moment, at);
  });
  // Finding and scrolling to the button from outside would take half a second.
  await page.exposeFunction('clickAt', (x: number, y: number) =>
    clicker === 'finger' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y),
  );
  await page.evaluateOnNewDocument(
    (selector, by) => {
      const driver = window as unknown as {
        readonly note: (moment: string, at: number) => void;
        readonly clickAt: (x: number, y: number) => void;
      };
      const note = (moment: string, at: number) => driver.note(moment, performance.timeOrigin + at);
      const click = () => {
        const button = document.querySelector<HTMLElement>(selector);
        if (!button) requestAnimationFrame(click);
        else if (by === 'script') button.click();
        else {
          button.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { x, y, width, height } = button.getBoundingClientRect();
          driver.clickAt(x + width / 2, y + height / 2);
        }
      };
      new PerformanceObserver((list) => {
        const [picture] = list.getEntriesByName('first-contentful-paint');
        if (!picture) return;
        if (by) click();
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        note('start', 0);
        note('connected', navigation?.connectEnd ?? 0);
        note('picture', picture.startTime);
      }).observe({ type: 'paint', buffered: true });

      // The note is sent with the dialog's, so that it takes no time in between.
      let pressed: number | undefined;
      for (const type of ['pointerdown', 'click'])
        addEventListener(
          type,
          ({ timeStamp }) => {
            pressed ??= timeStamp;
          },
          { capture: true },
        );
      const look = () => {
        if (!document.querySelector('dialog:modal')?.checkVisibility()) requestAnimationFrame(look);
        // The task after the frame: by then it is drawn.
        else
          setTimeout(() => {
            const now = performance.now();
            if (pressed !== undefined) note('pressed', pressed);
            note('dialog', now);
          });
      };
      requestAnimationFrame(look);
    },
    orderButton,
    clicker,
  );
  const at = (moment: Moment) => seen.get(moment);
  return {
    at,
    between: (from, to) => (at(to) ?? Number.NaN) - (at(from) ?? Number.NaN),
    reached: async (moment) => {
      const deadline = performance.now() + patience;
      while (at(moment) === undefined && performance.now() < deadline) await sleep(5);
    },
  };
}
