import { expect, test } from '@jest/globals';
import { orderDialog, submitOrder } from '../helpers/browser/orderDialog.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startSite } from '../helpers/site/site.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const alert = 'dialog[open] [aria-live] [role="alert"]';
const expected = [/Failed to submit order/, /503/, /challenge/i];

withDebianTool('postgres', () => {
  test('an order beside a store that is away since the start keeps its text, and is stored once the store is there', async () => {
    const databases = await sharedPostgres();
    const proxy = await untilEnd(startTcpProxy(Number(new URL(databases.url).port)));
    proxy.refuse();
    const DATABASE_URL = proxy.through(await databases.createDatabase());
    const site = await untilEnd(startSite({ DATABASE_URL }));
    await visit({ url: site.url, path: '/server-hosting', expected }, async (page) => {
      const dialog = orderDialog(page);
      await dialog.open();
      await dialog.fillIn({});
      const typed = await dialog.values();
      await page.focus(submitOrder);
      await page.keyboard.press('Enter');
      await page.waitForSelector(alert);
      expect(await page.$eval(alert, ({ textContent }) => textContent)).toContain('Failed to submit order');
      expect(await dialog.values()).toEqual(typed);

      await proxy.resume();
      await site.waitForLog(({ msg }) => msg === 'database reached');
      await page.focus(submitOrder);
      await page.keyboard.press('Enter');
      await toasts(page).appears('status', 'Order Submitted!');
    });
  });
});
