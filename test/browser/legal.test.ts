import { expect, test } from '@jest/globals';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { documentPath, paths } from '../../shared/paths.ts';
import { intercept, pass } from '../helpers/browser/browser.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();
const filename = 'privacy-policy.pdf';
const link = '#document-privacy-policy ~ * a[download]';
const started = downloadStarted(filename).description;
const failed = messages.downloadFailed.description;

test('Download PDF is a link that the browser itself follows, and a toast says that the download has started', () =>
  visit({ url, path: paths.legal }, async (page) => {
    const begun = Promise.withResolvers<{ readonly url: string; readonly suggestedFilename: string }>();
    const client = await page.createCDPSession();
    await client.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      eventsEnabled: true,
      browserContextId: page.browserContext().id ?? '',
    });
    client.on('Browser.downloadWillBegin', begun.resolve);
    await page.click(link);
    await toasts(page).appears('status', started);
    // Browsers inside apps ignore the `blob:` addresses of downloads that a script makes.
    expect(await begun.promise).toMatchObject({ url: url + documentPath(filename), suggestedFilename: filename });
  }));

test.each([
  ['that the server cannot send', 500],
  ['without a connection', undefined],
] as const)('a document %s shows the failure toast', (_case, status) =>
  visit({ url, path: paths.legal, expected: [/Failed to download document/, /ERR_|500/] }, async (page) => {
    await intercept(page, (request) => {
      if (request.method() !== 'HEAD') return pass(request);
      return status ? request.respond({ status }) : request.abort('internetdisconnected');
    });
    await page.click(link);
    await toasts(page).appears('alert', failed);
    expect(await page.$$(`a[download][href="${documentPath(filename)}"]`)).not.toHaveLength(0);
  }),
);
