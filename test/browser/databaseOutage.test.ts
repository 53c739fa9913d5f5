import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/network/tcpProxy.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { person } from '../helpers/visitor/visitor.ts';

const submit = 'dialog[open] form[method="post"] button[type="submit"]:not([form])';
const expected = [/Failed to submit order/, /status of 503/];

async function fillIn(page: Page, company: string): Promise<void> {
  for (const [name, value] of Object.entries({ ...person, company }))
    if (['name', 'email', 'phone', 'company'].includes(name))
      await page.type(`dialog[open] input[name="${name}"]`, value);
}
function companyIn(page: Page): Promise<string> {
  return page.$eval('dialog[open] input[name="company"]', (field) => (field as HTMLInputElement).value);
}

withDebianTool('postgres', () => {
  let proxy: TcpProxy;
  let site: Site;
  let databaseUrl: string;
  beforeAll(async () => {
    const databases = await sharedPostgres();
    databaseUrl = await databases.createDatabase();
    proxy = await startTcpProxy(Number(new URL(databaseUrl).port));
    site = await startSite({ DATABASE_URL: proxy.through(databaseUrl), SUBMISSION_LIMIT: '100' });
  });
  afterAll(async () => {
    await site.stop();
    await proxy.stop();
    await (await sharedPostgres()).dropDatabase(databaseUrl);
  });

  const storedOf = async (company: string) =>
    (await (await sharedPostgres()).query(`SELECT 1 FROM submissions WHERE company = '${company}'`, databaseUrl))
      .length;
  const recovered = async () => {
    await proxy.resume();
    while ((await fetch(`${site.url}/healthz`)).status !== 200);
  };

  test.each([360, 1440])(
    'an order that the database does not take stays in its dialog, and is stored once when it is back (%d px)',
    (width) =>
      visit({ url: site.url, path: '/server-hosting', width, expected }, async (page) => {
        await page.locator('#plan-CXN3 button').click();
        await page.waitForSelector('dialog:modal');
        const company = `Script ${width}`;
        await fillIn(page, company);
        await readyToSubmit(page);
        proxy.hang();
        await page.click(submit);
        await page.waitForSelector('[aria-live] [role="alert"]');
        expect(await companyIn(page)).toBe(company);
        await recovered();
        await page.$eval(submit, (button) => (button as HTMLElement).click());
        await page.waitForFunction(() => !document.querySelector('dialog[open]'));
        expect(await storedOf(company)).toBe(1);
      }),
  );

  test('without scripts, the page comes back with what was typed', () =>
    visit({ url: site.url, path: '/server-hosting?order=CXN3', javaScript: false, expected }, async (page) => {
      await fillIn(page, 'Plain');
      proxy.hang();
      await Promise.all([page.waitForNavigation(), page.click(submit)]);
      expect(await companyIn(page)).toBe('Plain');
      await recovered();
      await Promise.all([page.waitForNavigation(), page.click(submit)]);
      expect(page.url()).toContain('submitted=');
      expect(await storedOf('Plain')).toBe(1);
    }));
});
