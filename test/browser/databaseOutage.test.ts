import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { orderDialog, submitOrder } from '../helpers/browser/orderDialog.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/network/tcpProxy.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';

const expected = [/Failed to submit order/, /status of 503/];

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

  test('an order that the database does not take stays in its dialog, and is stored once when it is back', () =>
    visit({ url: site.url, path: '/server-hosting', width: 360, expected }, async (page) => {
      // The proof of work takes as long as it takes.
      page.setDefaultTimeout(50_000);
      const dialog = orderDialog(page);
      await dialog.open();
      await dialog.fillIn({ company: 'Script' });
      await readyToSubmit(page);
      proxy.hang();
      await page.click(submitOrder);
      await toasts(page).appears('alert');
      expect(await dialog.textIn('company')).toBe('Script');
      await recovered();
      await page.$eval(submitOrder, (button) => (button as HTMLElement).click());
      await dialog.closed();
      expect(await storedOf('Script')).toBe(1);
    }));

  test('without scripts, the page comes back with what was typed', () =>
    visit({ url: site.url, path: '/server-hosting?order=CXN3', javaScript: false, expected }, async (page) => {
      const dialog = orderDialog(page);
      await dialog.fillIn({ company: 'Plain' });
      proxy.hang();
      expect(await dialog.submitPlainly()).toBe(503);
      expect(await dialog.textIn('company')).toBe('Plain');
      await recovered();
      expect(await dialog.submitPlainly()).toBe(200);
      expect(page.url()).toContain('submitted=');
      expect(await storedOf('Plain')).toBe(1);
    }));
});
