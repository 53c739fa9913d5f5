import { expect, test } from '@jest/globals';
import type { Page, SerializedAXNode } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { submitOrder } from '../helpers/browser/orderDialog.ts';
import { orderVisits } from '../helpers/browser/orderVisits.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

/** The element and what is in it, as Chromium tells a screen reader. */
async function heard(page: Page, selector: string): Promise<readonly SerializedAXNode[]> {
  const root = await page.waitForSelector(selector);
  const flat = (node: SerializedAXNode): readonly SerializedAXNode[] => [node, ...(node.children ?? []).flatMap(flat)];
  const tree = root && (await page.accessibility.snapshot({ root }));
  return tree ? flat(tree) : [];
}

/** The required fields of the dialog, each with what is heard beside its name. */
async function requiredFields(page: Page): Promise<readonly (readonly unknown[])[]> {
  return (await heard(page, 'dialog:modal'))
    .filter(({ required }) => required)
    .map(({ role, name, invalid, description, focused }) => [role, name, invalid, description, focused ?? false]);
}

test('a screen reader hears the order: button, dialog, fields, faults and the result', () =>
  orderVisits(site).visit({}, async ({ page, dialog }) => {
    const orderButton = '#plan-CXN3 button[name=order]';
    expect(await heard(page, orderButton)).toEqual([
      expect.objectContaining({ role: 'button', name: 'Order Now', description: 'CXN3' }),
    ]);
    await page.click(orderButton);
    expect((await heard(page, 'dialog:modal'))[0]).toMatchObject({
      role: 'dialog',
      modal: true,
      name: 'Order CXN3',
      description: "Fill in your details and we'll get back to you shortly to complete your order.",
    });
    expect(await requiredFields(page)).toEqual([
      ['textbox', 'Full Name *', undefined, undefined, true],
      ['textbox', 'Email Address *', undefined, undefined, false],
      ['textbox', 'Phone Number *', undefined, undefined, false],
    ]);

    await dialog.submit();
    await page.waitForSelector('dialog:modal [name=name][aria-invalid=true]:focus');
    expect(await requiredFields(page)).toEqual([
      ['textbox', 'Full Name *', 'true', 'Name must be at least 2 characters', true],
      ['textbox', 'Email Address *', 'true', 'Invalid email address', false],
      ['textbox', 'Phone Number *', 'true', 'Phone number must be at least 10 digits', false],
    ]);
    expect(storedIn(site.dataDirectory)).toEqual([]);

    // A screen reader may miss what comes together with its live region.
    const regions = await page.$$(toastRegion);
    await dialog.fillIn();
    await page.click(submitOrder);
    await dialog.closed();
    await toasts(page).appears('status');
    const areOld = regions.map((one) => one.evaluate(({ children }) => children.length > 0));
    expect(await Promise.all(areOld)).toContain(true);
    const [region, status, ...inside] = await heard(page, toastRegion);
    expect(region).toMatchObject({ role: 'region', name: 'Notifications' });
    expect(status).toMatchObject({ role: 'status', live: 'polite', atomic: true });
    const texts = inside.map(({ name }) => name);
    const { title, description } = messages.orderSubmitted;
    expect(texts.slice(0, 2)).toEqual([title, description]);
    const { reference } = await site.waitForLog(({ msg }) => msg === 'submission stored');
    expect(texts).toContain(reference);
  }));
