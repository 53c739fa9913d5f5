import { rmSync } from 'node:fs';
import type { Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { startProxy } from '../network/proxy.ts';
import { newDataDirectory, type Site, startSite } from '../site/site.ts';
import { storedIn } from '../store/stored.ts';
import { hydrated } from './browser.ts';
import { hydrationFault, rearrange, translate } from './changedPage.ts';
import { orderDialog, orderField, submitOrder } from './orderDialog.ts';
import { hostingPage } from './orderVisits.ts';
import { visit } from './visit.ts';

/** What a visitor does who orders. */
export const tasks = ['type', 'press', 'submit', 'submit and wait'] as const;

/** That, and what happens on the way. */
export const steps = [
  ...tasks,
  'cut',
  'reload',
  'back',
  'forward',
  'offline',
  'online',
  'translate',
  'wrap',
  'upgrade',
  'restart',
] as const;
export type Step = (typeof steps)[number];

const start = `${hostingPage}?order=CXN3`;
const companyField = '#order-CXN3 [name=company]';
/** Errors that the steps cause on purpose. */
const expected = [
  hydrationFault,
  /Minified React error #(422|423|425)/,
  /NotFoundError/,
  // The press meets a form that React renders anew: what is typed stays, and the next press sends it.
  /Form submission canceled because the form is not connected/,
  /status of (400|404|502|503)/,
  /ERR_|Failed to (fetch|submit order)|ChunkLoadError|Loading chunk/,
];
export type WalkSite = {
  readonly walk: (walked: readonly Step[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A site behind a line that can fail, and visitors who walk on it. */
export async function startWalkSite(): Promise<WalkSite> {
  const dataDirectory = newDataDirectory();
  const open = () => startSite({ SUBMISSION_LIMIT: '100000', SUBMISSION_FLOOD: '100000' }, { dataDirectory });
  let site: Site = await open();
  const line = { port: site.port, isCut: false, isUpgraded: false };
  /** By address, how many requests arrived in the current step. */
  let arrived = new Map<string, number>();
  const proxy = await startProxy(line, {
    hold: (address) => {
      arrived.set(address, (arrived.get(address) ?? 0) + 1);
      if (!address.includes('.')) line.isUpgraded = false;
      return undefined;
    },
    refuse: (address) => (line.isUpgraded && address.endsWith('.js') ? 404 : undefined),
    relay: (address) => {
      if (!line.isCut || address !== endpoints.submissions) return undefined;
      line.isCut = false;
      return (body, response) => body.resume().on('end', () => response.destroy());
    },
  });
  let walks = 0;

  const companies = () => storedIn(dataDirectory).map(({ company }) => company);
  async function walkWith(page: Page, walked: readonly Step[]): Promise<void> {
    walks += 1;
    const name = `Walk ${walks}`;
    /** The company in the last order that was typed and is not known to have arrived. */
    let typed = '';
    let words = 0;

    const isHere = () => page.url().startsWith(proxy.url);
    const isOpen = () => page.evaluate(() => document.querySelector('dialog[open]') !== null);
    /** What the order's field holds; undefined: there is none. */
    const held = () =>
      page.evaluate((selector) => document.querySelector<HTMLInputElement>(selector)?.value, companyField);
    /** An order that the page took from its form must be stored. */
    const look = async () => {
      if (!typed || !companies().includes(typed)) return;
      const isGone = await page
        .evaluate(
          (selector, company) =>
            document.querySelector('main') !== null &&
            document.querySelector<HTMLInputElement>(selector)?.value !== company,
          companyField,
          typed,
        )
        .catch(() => false);
      if (isGone) typed = '';
    };
    /** Resolves when the order has left its form, or with `orFailure` a failure is shown; in any case after a while. */
    const outcome = (orFailure: boolean) =>
      page
        .waitForFunction(
          (selector, company, failure) => {
            const field = document.querySelector<HTMLInputElement>(selector);
            return field?.value !== company || (failure && document.querySelector('[role=alert]'));
          },
          {},
          companyField,
          typed,
          orFailure,
        )
        .catch(() => {});
    const press = async () => {
      if (await isOpen()) return;
      await page.$eval('#plan-CXN3 button', (button) => (button as HTMLElement).click());
      await page.waitForSelector('dialog[open]');
    };
    const submit = () => page.$eval(submitOrder, (button) => (button as HTMLElement).click());

    const actions: Record<Step, () => Promise<unknown>> = {
      type: async () => {
        await press();
        words += 1;
        const company = `${name}, try ${words}`;
        await orderDialog(page).fillIn();
        await page.$eval(orderField('company'), (element) => (element as HTMLInputElement).select());
        await page.type(orderField('company'), company);
        // While an order is on its way, its fields take no text. In a field that React renders anew, nothing is selected.
        const text = await held();
        if (text?.endsWith(company)) typed = text;
      },
      press,
      submit: async () => (await isOpen()) && submit(),
      'submit and wait': async () => {
        if (!(await isOpen())) return;
        await submit();
        if (typed) await outcome(true);
      },
      cut: async () => {
        line.isCut = true;
      },
      reload: () => page.reload({ waitUntil: 'domcontentloaded' }),
      back: () => page.goBack({ waitUntil: 'domcontentloaded' }),
      forward: () => page.goForward({ waitUntil: 'domcontentloaded' }),
      offline: () => page.setOfflineMode(true),
      online: () => page.setOfflineMode(false),
      translate: () => translate(page),
      wrap: () => rearrange(page),
      upgrade: async () => {
        line.isUpgraded = true;
      },
      restart: async () => {
        await site.stop();
        site = await open();
        line.port = site.port;
      },
    };

    let asked = new Map<string, number>();
    page.on('request', (request) => {
      asked.set(request.url(), (asked.get(request.url()) ?? 0) + 1);
    });
    for (const step of walked) {
      asked = new Map();
      arrived = new Map();
      if (!isHere() && !['back', 'forward', 'online', 'restart'].includes(step)) continue;
      // A step may meet a page that is just being left.
      await actions[step]().catch(() => {});
      await look();
      // The browser repeats a request by itself whose connection is cut.
      for (const [counts, most] of [
        [asked, 3],
        [arrived, 4],
      ] as const)
        for (const [address, count] of counts)
          if (count > most) throw new Error(`${step}: ${address} was asked for ${count} times`);
    }

    // In the end everything works, and the visitor sends what is typed.
    line.isCut = false;
    await page.setOfflineMode(false);
    if (!isHere() || (await held().catch(() => undefined)) === undefined) await page.goto(proxy.url + start);
    await hydrated(page);
    await look();
    if (typed) {
      const wanted = typed;
      await press();
      const found = await held();
      // The last step's order may have arrived meanwhile.
      await look();
      if (typed && found !== wanted) throw new Error(`"${wanted}" was typed, "${found}" is left, and it is not stored`);
      for (let tries = 0; tries < 3 && typed; tries += 1) {
        if (await isOpen()) await submit().catch(() => {});
        await outcome(false);
        await look();
      }
      if (typed) throw new Error(`"${wanted}" could not be sent`);
    }
    const own = companies().filter((company) => company.startsWith(`${name},`));
    const twice = own.filter((company, index) => own.indexOf(company) !== index);
    if (twice.length > 0) throw new Error(`stored twice: ${twice}`);
  }

  return {
    walk: (walked) =>
      visit({ url: proxy.url, path: start, expected, cheapProofsOf: dataDirectory, held: [] }, async (page) => {
        await hydrated(page);
        await walkWith(page, walked);
      }),
    stop: async () => {
      await proxy.stop();
      await site.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
