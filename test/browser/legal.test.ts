import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { documentPath, paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type Relay, startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

const filename = 'privacy-policy.pdf';
const link = '#document-privacy-policy ~ * a[download]';
const started = `${filename} download started`;
const failed = 'Error downloading document. Please try again.';
function toast(page: Page, text: string) {
  return page.waitForFunction(
    (wanted) => document.querySelector('section[aria-label=Notifications]')?.textContent?.includes(wanted),
    {},
    text,
  );
}
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
  const proxy = await startProxy(site, {
    relay: (address) => (isDocument(address) ? afterBeginning(promise) : undefined),
  });
  try {
    await visit({ url: proxy.url, path: paths.legal, expected }, (page) =>
      act(page, resolve, () => proxy.asked.filter(isDocument).length),
    );
  } finally {
    await proxy.stop();
  }
}

describe('a download', () => {
  test('shows a toast when it starts; until it ends the link is busy and a second click does nothing', () =>
    withHeldBody([], async (page, release, asked) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'downloads-'));
      const client = await page.createCDPSession();
      await client.send('Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: folder,
        eventsEnabled: true,
        browserContextId: page.browserContext().id ?? '',
      });
      const arrived = new Promise<void>((resolve) =>
        client.on('Browser.downloadProgress', ({ state }) => {
          if (state === 'completed') resolve();
        }),
      );
      const width = await widthOf(page);
      await page.click(link);
      await toast(page, started);
      await page.waitForSelector(`${link}[aria-busy=true] [data-spinner]`);
      expect(await widthOf(page)).toBe(width);
      await page.click(link);
      release('goes on');
      await arrived;
      await page.waitForSelector(`${link}:not([aria-busy])`);
      expect(asked()).toBe(1);
      const document = await (await fetch(site.url + documentPath(filename))).arrayBuffer();
      expect(readFileSync(path.join(folder, filename)).equals(Buffer.from(document))).toBe(true);
      rmSync(folder, { recursive: true });
    }));

  test('that breaks off shows the failure toast, and can be started again', () =>
    withHeldBody([/Failed to download document/, /ERR_/], async (page, release) => {
      await page.click(link);
      await toast(page, started);
      release('breaks off');
      await toast(page, failed);
      await page.waitForSelector(`${link}:not([aria-busy])`);
    }));

  test('without a connection shows the failure toast', () =>
    visit(
      { url: site.url, path: paths.legal, expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to download document/] },
      async (page) => {
        await page.hover(link);
        // The toasts' chunk loads at the first interaction.
        await page.keyboard.press('Shift');
        await page.waitForNetworkIdle({ idleTime: 100 });
        await page.setOfflineMode(true);
        await page.click(link);
        await toast(page, failed);
      },
    ));

  test('does not revoke its object URL at once: Safari reads it long after the click', () =>
    visit(
      {
        url: site.url,
        path: paths.legal,
        prepare: async (page) => {
          const client = await page.createCDPSession();
          await client.send('Browser.setDownloadBehavior', { behavior: 'deny' });
          await page.evaluateOnNewDocument(() => {
            const { createObjectURL, revokeObjectURL } = URL;
            URL.createObjectURL = (content) => {
              document.documentElement.dataset.created = 'yes';
              return createObjectURL.call(URL, content);
            };
            URL.revokeObjectURL = (address) => {
              document.documentElement.dataset.revoked = address;
              revokeObjectURL.call(URL, address);
            };
          });
        },
      },
      async (page) => {
        await page.click(link);
        await page.waitForSelector('html[data-created]');
        await nextFrame(page);
        await nextFrame(page);
        expect(await page.$eval('html', (html) => html.dataset.revoked)).toBeUndefined();
      },
    ));
});
