import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { documentPath, paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type Relay, startProxy } from '../helpers/network/proxy.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();

const filename = 'privacy-policy.pdf';
const link = '#document-privacy-policy ~ * a[download]';
const started = downloadStarted(filename).description;
const failed = messages.downloadFailed.description;
function widthOf(page: Page) {
  return page.$eval(link, (element) => element.getBoundingClientRect().width);
}

/** Forwards the beginning of a body; the rest follows or breaks off when `rest` resolves. */
function afterBeginning(rest: Promise<'goes on' | 'breaks off'>): Relay {
  return (body, response) => {
    body.once('data', (beginning: Buffer) => {
      body.pause();
      response.write(beginning.subarray(0, 1000));
      void rest.then((what) => {
        if (what === 'breaks off') return response.destroy();
        response.write(beginning.subarray(1000));
        body.pipe(response);
      });
    });
  };
}

/** Visits the legal page. The answers with documents wait until `release` decides how they end. */
async function withHeldBody(
  expected: readonly RegExp[],
  act: (page: Page, release: (end: 'goes on' | 'breaks off') => void, asked: () => number) => Promise<void>,
) {
  const { promise, resolve } = Promise.withResolvers<'goes on' | 'breaks off'>();
  const isDocument = (address: string) => address.startsWith(documentPath(''));
  const proxy = await startProxy(
    { port: Number(new URL(url).port) },
    { relay: (address) => (isDocument(address) ? afterBeginning(promise) : undefined) },
  );
  try {
    await visit({ url: proxy.url, path: paths.legal, expected }, (page) =>
      act(page, resolve, () => proxy.asked.filter(isDocument).length),
    );
  } finally {
    await proxy.stop();
  }
}

test('a download shows a toast when it starts; until it ends the link is busy and a second click does nothing', () =>
  withHeldBody([], async (page, release, asked) => {
    const arrived = Promise.withResolvers<void>();
    const client = await page.createCDPSession();
    await client.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      eventsEnabled: true,
      browserContextId: page.browserContext().id ?? '',
    });
    client.on('Browser.downloadWillBegin', ({ suggestedFilename }) => {
      if (suggestedFilename === filename) arrived.resolve();
    });
    await page.evaluate(() => {
      URL.revokeObjectURL = () => document.documentElement.setAttribute('data-revoked', '');
    });
    const width = await widthOf(page);
    await page.click(link);
    await toasts(page).appears('status', started);
    await page.waitForSelector(`${link}[aria-busy=true] [data-spinner]`);
    expect(await widthOf(page)).toBe(width);
    await page.click(link);
    release('goes on');
    await arrived.promise;
    await page.waitForSelector(`${link}:not([aria-busy])`);
    expect(asked()).toBe(1);
    // Safari reads the object URL long after the click.
    await nextFrame(page);
    expect(await page.$('html[data-revoked]')).toBeNull();
  }));

test('a download that breaks off or has no connection shows the failure toast, and can be started again', () =>
  withHeldBody([/Failed to download document/, /ERR_/], async (page, release) => {
    await page.click(link);
    await toasts(page).appears('status', started);
    release('breaks off');
    await toasts(page).appears('alert', failed);
    await page.waitForSelector(`${link}:not([aria-busy])`);
    while (await page.$(`${toastRegion} [aria-label=Dismiss]`)) await page.click(`${toastRegion} [aria-label=Dismiss]`);
    await toasts(page).become();
    await page.setOfflineMode(true);
    await page.click(link);
    await toasts(page).appears('alert', failed);
  }));
