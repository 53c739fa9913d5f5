import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { visit } from '../helpers/browser/visit.ts';
import { startSentryServer } from '../helpers/network/sentryServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const sentry = await untilEnd(startSentryServer());
const plain = await untilEnd(startApp());
// In a process of its own: Sentry's SDK is global.
const reporting = await untilEnd(startSite({ SENTRY_DSN: sentry.dsn }));

// Dispatched, not thrown: browsers do not report errors of a debugger's scripts to the page.
function fail(page: Page, message: string) {
  return page.evaluate((text) => {
    dispatchEvent(new ErrorEvent('error', { error: new Error(text), message: text }));
  }, message);
}
function reject(page: Page, message: string) {
  return page.evaluate((text) => {
    dispatchEvent(
      new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason: new Error(text) }),
    );
  }, message);
}

test('errors, rejections, policy violations and web vitals of a page are logged, and sent to no other site', async () => {
  const logged = (kind: string) => plain.waitForLog((line) => line.msg === 'client error' && line.kind === kind);
  const expected = [/a fault of the test/, /evil\.example/];
  await visit({ url: plain.url, path: '/contact?x=private', expected }, async (page) => {
    await fail(page, 'a fault of the test for someone@example.com');
    expect(await logged('error')).toMatchObject({
      path: '/contact',
      message: 'Error: a fault of the test for [email]',
    });
    await reject(page, 'a rejection, a fault of the test');
    await logged('rejection');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.src = 'https://evil.example/x.js';
      document.head.append(script);
    });
    expect(await logged('policy')).toMatchObject({
      message: expect.stringContaining('script-src-elem blocked https://evil.example/x.js'),
    });
    await page.click('h1');
    // They are sent when the visitor leaves. The browser stays: one that ends may send nothing more.
    await page.goto(`${plain.url}/services`);
    for (const name of ['FCP', 'TTFB', 'LCP'])
      expect(
        await plain.waitForLog((line) => line.msg === 'web vital' && line.name === name && line.path === '/contact'),
      ).toMatchObject({ value: expect.any(Number), rating: expect.any(String) });
  });
});

test('with a DSN the same errors are sent to Sentry, without personal data', async () => {
  await visit(
    {
      url: reporting.url,
      path: '/contact?x=private',
      expected: [/a fault of the test/, new RegExp(`foreign request: ${sentry.origin}`)],
    },
    async (page) => {
      expect(sentry.envelopes.some((envelope) => envelope.includes('sentry.javascript.browser'))).toBe(false);
      await page.type('[name=name]', 'Private Person');
      await fail(page, 'a fault of the test for someone@example.com');
      const envelope = await sentry.waitFor((sent) => sent.includes('a fault of the test for [email]'));
      expect(envelope).not.toMatch(/someone@|private|Private Person|"user"|"request"|HeadlessChrome/);
      await reporting.waitForLog(({ msg }) => msg === 'client error');
    },
  );
});
