import { expect, test } from '@jest/globals';
import { company } from '../../shared/company.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

test('on paper each kind of page is black on white, without controls, and its links show their addresses', () =>
  visit({ url: site.url, expected: [unknownPathMissing] }, async (page) => {
    let links = 0;
    for (const path of pageKinds) {
      await page.emulateMediaType('screen');
      await page.goto(site.url + path);
      await hydrated(page);
      await page.emulateMediaType('print');
      const printed = await page.evaluate((origin) => {
        const isShown = (element: Element) => element.checkVisibility() && !element.closest('dialog');
        const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
        const { backgroundColor, color } = getComputedStyle(document.body);
        const leading = shown('main a:is([href^="/"], [href^="http"])');
        const silent = leading.filter((link) => {
          const href = link.getAttribute('href') ?? '';
          const { content, position } = getComputedStyle(link, '::after');
          const text = content.replaceAll(/^"|" "|"$/g, '');
          return text !== ` (${href.startsWith('/') ? origin : ''}${href})` || position !== 'static';
        });
        return {
          links: leading.length,
          silent: silent.map(({ outerHTML }) => outerHTML),
          controls: shown('nav, search, button, fieldset, [role=status]').map(({ outerHTML }) => outerHTML),
          colours: [backgroundColor, color],
        };
      }, company.website);
      const { links: count, ...rest } = printed;
      links += count;
      expect([path, rest]).toEqual([
        path,
        { silent: [], controls: [], colours: ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'] },
      ]);
    }
    expect(links).toBeGreaterThan(20);
  }));
