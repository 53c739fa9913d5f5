import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { contactField } from '../helpers/browser/contactForm.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSentryServer } from '../helpers/network/sentryServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const sentry = await untilEnd(startSentryServer());
const path = '/contact?x=private';

// Dispatches an event, because browsers do not tell the page of errors that a debugger's script throws.
function fail(page: Page) {
  return page.evaluate(() => {
    const message = 'a fault of the test for someone@example.com';
    dispatchEvent(new ErrorEvent('error', { error: new Error(message), message }));
  });
}

test('errors, rejections, policy violations and web vitals of a page are logged, and sent to no other site', async () => {
  const { url, waitForLog, log } = await untilEnd(startApp());
  const logged = (kind: string) => waitForLog((line) => line.msg === 'client error' && line.kind === kind);
  await visit({ url, path, expected: [/a fault of the test/, /evil\.example/] }, async (page) => {
    for (const _ of [1, 2]) await fail(page);
    const message = 'Error: a fault of the test for [email]';
    expect(await logged('error')).toMatchObject({ path: '/contact', message });
    await page.evaluate(() => {
      const reason = new Error('a rejection, a fault of the test');
      dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }));
      const script = document.createElement('script');
      script.src = 'https://evil.example/x.js';
      document.head.append(script);
    });
    await logged('rejection');
    const blocked = 'script-src-elem blocked https://evil.example/x.js';
    expect(await logged('policy')).toMatchObject({ message: expect.stringContaining(blocked) });
    await page.click('h1');
    // The page sends web vitals when the visitor leaves it. If the test only ended the browser, they might not be sent.
    await page.goto(`${url}/services`);
    for (const name of ['FCP', 'TTFB', 'LCP'])
      expect(
        await waitForLog((line) => line.msg === 'web vital' && line.name === name && line.path === '/contact'),
      ).toMatchObject({ value: expect.any(Number), rating: expect.any(String) });
    // A page that fails in a loop reports an error once.
    expect(log.filter((line) => line.message === message)).toHaveLength(1);
  });
});

test('with SENTRY_DSN, errors and policy violations are also sent to Sentry, without personal data', async () => {
  // The site has a process of its own, because Sentry's SDK changes its whole process.
  const { url, waitForLog } = await untilEnd(startSite({ SENTRY_DSN: sentry.dsn }));
  const expected = [/a fault of the test/, new RegExp(`foreign request: ${sentry.origin}`)];
  await visit({ url, path, expected }, async (page) => {
    expect(sentry.envelopes.some((envelope) => envelope.includes('sentry.javascript.browser'))).toBe(false);
    await page.type(contactField('name'), 'Private Person');
    await fail(page);
    const envelope = await sentry.waitFor((sent) => sent.includes('a fault of the test for [email]'));
    expect(envelope).not.toMatch(/someone@|private|Private Person|"user"|"request"|HeadlessChrome/);
    await waitForLog(({ msg }) => msg === 'client error');
  });
});
