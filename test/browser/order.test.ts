import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser, visit } from '../harness/browser.ts';
import { type MailServer, startMailServer } from '../harness/mailServer.ts';
import { type Site, startSite } from '../harness/site.ts';

let mail: MailServer;
let site: Site;
let browser: TestBrowser;
beforeAll(async () => {
  mail = await startMailServer();
  site = await startSite({ SMTP_URL: mail.url });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await mail.stop();
});

test('opens', async () => {
  await visit(browser, { url: site.url, path: '/server-hosting' }, async (page) => {
    expect(await page.title()).toContain('VPS');
  });
});
