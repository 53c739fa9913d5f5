import { expect, test } from '@jest/globals';
import { nextFrame } from '../helpers/browser/browser.ts';
import { inEachBrowser, visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();

inEachBrowser((kind) => {
  test('a visit fails for console errors and warnings, uncaught errors, foreign requests and breaches of the policy', async () => {
    const misbehaving = visit({ kind, url }, async (page) => {
      await page.evaluate(() => {
        console.error('oh');
        console.warn('hm');
        setTimeout(() => Promise.reject(new Error('not caught')));
        new Image().src = 'http://elsewhere.example/';
        document.body.setAttribute('style', 'color: red');
      });
      // The browser reports the events before it answers this call.
      await nextFrame(page);
    });
    const { message } = await misbehaving.then(
      () => new Error('it did not fail'),
      (error: Error) => error,
    );
    for (const complaint of [
      'console error: oh',
      'console warn: hm',
      /uncaught: .*not caught/,
      'http://elsewhere.example/',
      'policy violated: style-src',
    ])
      expect(message).toMatch(complaint);
  });
});
