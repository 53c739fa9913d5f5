import { test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { paths } from '../../shared/paths.ts';
import { consultation, contactForm } from '../helpers/browser/contactForm.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { hostingPage } from '../helpers/browser/orderVisits.ts';
import { says, toasts } from '../helpers/browser/page.ts';
import { planFinder } from '../helpers/browser/planFinder.ts';
import { headerSearch, siteSearch } from '../helpers/browser/siteSearch.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const { url, dataDirectory } = await untilEnd(startSite());

/** Removes what the oldest browsers that the README names do not have. `alsoMissing`: members of HTML elements to remove too. */
async function makeOld(page: Page, alsoMissing: readonly string[]): Promise<void> {
  await page.evaluateOnNewDocument((missing) => {
    const younger: readonly (readonly [object, readonly string[]])[] = [
      [HTMLElement.prototype, missing],
      [AbortSignal, ['any']],
      [Promise, ['withResolvers', 'try']],
      [Array, ['fromAsync']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [URL, ['canParse', 'parse']],
      [URLSearchParams.prototype, ['size']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['map', 'filter', 'toArray', 'forEach', 'some', 'find'],
      ],
      [Element.prototype, ['checkVisibility', 'moveBefore', 'setHTMLUnsafe']],
      [Document, ['parseHTMLUnsafe']],
      [Document.prototype, ['startViewTransition', 'caretPositionFromPoint']],
      [globalThis, ['scheduler', 'navigation', 'requestIdleCallback', 'TrustedTypePolicyFactory', 'CloseWatcher']],
    ];
    for (const [owner, names] of younger) for (const name of names) Reflect.deleteProperty(owner, name);
  }, alsoMissing);
}

test.each([
  ['the oldest supported browsers', []],
  ['a browser without popovers', ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
])('in %s an order, the check of the contact form, the finder and the search work', (_which, missing) =>
  visit(
    { url, path: hostingPage, cheapProofsOf: dataDirectory, prepare: (page) => makeOld(page, missing) },
    async (page) => {
      const { enter, finds } = planFinder(page);
      await enter('ram', '8');
      await finds('12 of 14 plans');
      const dialog = orderDialog(page);
      await dialog.open();
      await dialog.fillIn();
      await dialog.submit();
      await dialog.closed();
      await toasts(page).appears('status', 'Order Submitted!');
      await page.goto(url + paths.contact);
      await contactForm(page).tick();
      await says(page, `${consultation} [role=status]`, 'Verified');
      await page.type(headerSearch, '16gb');
      await siteSearch(page).announces('3 suggestions');
    },
  ),
);
