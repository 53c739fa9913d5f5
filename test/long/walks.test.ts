import { test } from '@jest/globals';
import fc from 'fast-check';
import type { Page } from 'puppeteer';
import { endpoints } from '../../shared/paths.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { hydrationFault, rearrange, translate } from '../helpers/browser/changedPage.ts';
import { orderButton, orderDialog, orderField, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { clickOn, valueIn } from '../helpers/browser/page.ts';
import { hang } from '../helpers/hang.ts';
import { startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';

/** The number of walks. A campaign makes 500, with a seed of its own. */
const walks = Number(process.env.WALKS ?? 20);
const seed = Number(process.env.WALK_SEED ?? 29);

/** What a visitor does who orders. */
const tasks = ['type', 'press', 'submit', 'submit and wait'] as const;
/** What happens to the line and the site. */
const ofSite = ['cut', 'upgrade', 'restart'] as const;
/** What happens to the browser and the page. */
const ofPage = ['reload', 'back', 'forward', 'offline', 'online', 'translate', 'wrap'] as const;
const steps = [...tasks, ...ofSite, ...ofPage] as const;
type Step = (typeof steps)[number];

const start = `${hostingPage}?order=CXN3`;
const companyField = '#order-CXN3 [name=company]';
const parsed = { waitUntil: 'domcontentloaded' } as const;
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

const dataDirectory = directoryUntilEnd();
function openSite() {
  return startSite({ SUBMISSION_LIMIT: '100000', SUBMISSION_FLOOD: '100000' }, { dataDirectory });
}
let site = await openSite();
await untilEnd(Promise.resolve({ stop: () => site.stop() }));

/** `isCut`: the next answer to a submission is lost. `isUpgraded`: scripts are gone until a document is loaded. */
const line = { port: site.port, isCut: false, isUpgraded: false };
const { url } = await untilEnd(
  startProxy(line, {
    refuse: (address) => {
      if (!address.includes('.')) line.isUpgraded = false;
      return line.isUpgraded && address.endsWith('.js') ? 404 : undefined;
    },
    relay: (address) => {
      if (!line.isCut || address !== endpoints.submissions) return undefined;
      line.isCut = false;
      return (body, response) => body.resume().on('end', () => response.destroy());
    },
  }),
);

function companies(): readonly string[] {
  return storedIn(dataDirectory).map(({ company }) => company);
}

/** A visitor who orders. `typed` is the company in the last order that was typed and is not known to have arrived. */
function newVisitor(page: Page, name: string) {
  let typed = '';
  let words = 0;
  const isOpen = async () => (await page.$('dialog[open]')) !== null;
  const held = () => valueIn(page, companyField).catch(() => undefined);
  const press = async () => {
    if (await isOpen()) return;
    await clickOn(page, orderButton());
    await page.waitForSelector('dialog[open]');
  };
  const type = async () => {
    await press();
    words += 1;
    const company = `${name}, try ${words}`;
    await orderDialog(page).fillIn();
    await page.$eval(orderField('company'), (element) => (element as HTMLInputElement).select());
    await page.type(orderField('company'), company);
    // While an order is on its way, its fields take no text. In a field that React renders anew, nothing is selected.
    const text = await held();
    if (text?.endsWith(company)) typed = text;
  };
  /** Resolves with whether there was a form to submit. */
  const submit = async () => {
    const canSubmit = await isOpen();
    if (canSubmit) await clickOn(page, submitOrder);
    return canSubmit;
  };
  /** An order that the page took from its form must be stored. */
  const look = async () => {
    if (!typed || !companies().includes(typed)) return;
    if ((await page.$('main').catch(() => null)) && (await held()) !== typed) typed = '';
  };
  /** Resolves when the order has left its form, or with `orFailure` a failure is shown; in any case after a while. */
  const outcome = async (orFailure: boolean) => {
    const hasEnded = (selector: string, company: string, failure: boolean) =>
      document.querySelector<HTMLInputElement>(selector)?.value !== company ||
      (failure && document.querySelector('[role=alert]') !== null);
    if (typed) await page.waitForFunction(hasEnded, {}, companyField, typed, orFailure).catch(() => {});
  };
  /** Sends what is typed, when everything works. */
  const finish = async () => {
    const wanted = typed;
    if (!wanted) return;
    await press();
    const found = await held();
    // The last step's order may have arrived meanwhile.
    await look();
    if (typed && found !== wanted) throw new Error(`"${wanted}" was typed, "${found}" is left, and it is not stored`);
    for (let tries = 0; tries < 3 && typed; tries += 1) {
      await submit().catch(() => false);
      await outcome(false);
      await look();
    }
    if (typed) throw new Error(`"${wanted}" could not be sent`);
  };
  return { type, press, submit, outcome, look, held, finish };
}

function actionsOf(page: Page, { type, press, submit, outcome }: ReturnType<typeof newVisitor>) {
  return {
    type,
    press,
    submit,
    'submit and wait': async () => {
      if (await submit()) await outcome(true);
    },
    cut: () => {
      line.isCut = true;
    },
    upgrade: () => {
      line.isUpgraded = true;
    },
    restart: async () => {
      await site.stop();
      site = await openSite();
      line.port = site.port;
    },
    reload: () => page.reload(parsed),
    back: () => page.goBack(parsed),
    forward: () => page.goForward(parsed),
    offline: () => page.setOfflineMode(true),
    online: () => page.setOfflineMode(false),
    translate: () => translate(page),
    wrap: () => rearrange(page),
  } satisfies Record<Step, () => unknown>;
}

let visitors = 0;
async function walk(page: Page, walked: readonly Step[]): Promise<void> {
  visitors += 1;
  const name = `Walk ${visitors}`;
  const visitor = newVisitor(page, name);
  const actions = actionsOf(page, visitor);
  const isHere = () => page.url().startsWith(url);
  let asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const step of walked) {
    asked = [];
    if (!isHere() && !['back', 'forward', 'online', 'restart'].includes(step)) continue;
    try {
      await actions[step]();
    } catch {
      // A step may meet a page that is just being left.
    }
    await visitor.look();
    // The browser repeats a request by itself whose connection is cut.
    for (const [address, { length }] of Map.groupBy(asked, (one) => one))
      if (length > 3) throw new Error(`${step}: ${address} was asked for ${length} times`);
  }

  // In the end everything works, and the visitor sends what is typed.
  line.isCut = false;
  await page.setOfflineMode(false);
  if (!isHere() || (await visitor.held()) === undefined) await page.goto(url + start);
  await hydrated(page);
  await visitor.look();
  await visitor.finish();
  const own = companies().filter((company) => company.startsWith(`${name},`));
  if (new Set(own).size < own.length) throw new Error(`stored twice: ${own}`);
}

test(
  'whatever happens in whatever order, an order is stored once, what is typed stays, and no request is repeated without end',
  async () => {
    const { visit } = orderVisits({ url, dataDirectory });
    const walked = fc.array(
      fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...tasks) },
        { weight: 2, arbitrary: fc.constantFrom(...steps) },
      ),
      { minLength: 8, maxLength: 8 },
    );
    const walkOn = (chosen: readonly Step[]) =>
      visit({ path: start, expected, held: [] }, ({ page }) => walk(page, chosen));
    await fc.assert(fc.asyncProperty(walked, walkOn), { numRuns: walks, seed, endOnFailure: true });
  },
  walks * hang,
);
