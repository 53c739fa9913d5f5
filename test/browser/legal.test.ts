import { expect, test } from '@jest/globals';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { documentPath, paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startProxy } from '../helpers/network/proxy.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const port = Number(new URL(await readOnlySite()).port);
const filename = 'privacy-policy.pdf';
const link = '#document-privacy-policy ~ * a[download]';
const started = downloadStarted(filename).description;
const failed = messages.downloadFailed.description;

function isDocument(address: string): boolean {
  return address.startsWith(documentPath(''));
}
/** Starts a site that sends only the first 1000 bytes of a document. `end` then sends the rest, or breaks the connection off. */
async function startSlowDocuments() {
  const { promise, resolve: end } = Promise.withResolvers<'goes on' | 'breaks off'>();
  const proxy = await untilEnd(
    startProxy(
      { port },
      {
        relay: (address) =>
          isDocument(address)
            ? async (body, response) => {
                const whole = Buffer.concat(await body.toArray());
                response.write(whole.subarray(0, 1000));
                if ((await promise) === 'breaks off') response.destroy();
                else response.end(whole.subarray(1000));
              }
            : undefined,
      },
    ),
  );
  return { ...proxy, end };
}

test('a download shows a toast when it starts; until it ends the link is busy and a second click does nothing', async () => {
  const { url, asked, end } = await startSlowDocuments();
  await visit({ url, path: paths.legal }, async (page) => {
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
    await page.click(link);
    await toasts(page).appears('status', started);
    await page.waitForSelector(`${link}[aria-busy=true] [data-spinner]`);
    await page.click(link);
    end('goes on');
    await arrived.promise;
    await page.waitForSelector(`${link}:not([aria-busy])`);
    expect(asked.filter(isDocument)).toHaveLength(1);
    // Safari reads the object URL long after the click. So the page must not have revoked the URL yet.
    await nextFrame(page);
    expect(await page.$('html[data-revoked]')).toBeNull();
  });
});

test('a download that breaks off, is refused or has no connection shows the failure toast, and can be started again', async () => {
  const { url, end } = await startSlowDocuments();
  await visit({ url, path: paths.legal, expected: [/Failed to download document/, /ERR_/] }, async (page) => {
    await page.click(link);
    await toasts(page).appears('status', started);
    end('breaks off');
    await toasts(page).appears('alert', failed);
    await page.waitForSelector(`${link}:not([aria-busy])`);
    while (await page.$(`${toastRegion} [aria-label=Dismiss]`)) await page.click(`${toastRegion} [aria-label=Dismiss]`);
    await toasts(page).become();
    await page.setOfflineMode(true);
    await page.click(link);
    await toasts(page).become(failed);
    await page.evaluate(() => {
      window.fetch = () => Promise.resolve(new Response('Busy', { status: 503 }));
    });
    await page.click(link);
    await toasts(page).become(failed, failed);
  });
});
