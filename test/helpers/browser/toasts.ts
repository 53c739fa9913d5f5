import type { Page } from 'puppeteer';
import { until } from './page.ts';

export const toastRegion = 'section[aria-label=Notifications]';

export function toasts(page: Page) {
  return {
    /** Resolves when a toast with this role contains the text. */
    appears: async (role: 'alert' | 'status', text = ''): Promise<void> => {
      await until(
        page,
        (selector, wanted) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(wanted)),
        `${toastRegion} [role=${role}]`,
        text,
      );
    },
    /** Resolves when the page shows exactly these toasts, in this order. `titles`: how the toasts' texts begin. */
    become: async (...titles: readonly string[]): Promise<void> => {
      await until(
        page,
        (selector, wanted) => {
          const shown = [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
          return shown.length === wanted.length && wanted.every((title, index) => shown[index]?.startsWith(title));
        },
        `${toastRegion} > *`,
        titles,
      );
    },
  };
}
