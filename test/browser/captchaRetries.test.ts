import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints, paths } from '../../shared/paths.ts';
import { consultation, contactField, contactForm, robotBox } from '../helpers/browser/contactForm.ts';
import { visit } from '../helpers/browser/visit.ts';
import { says } from '../helpers/browser/waits.ts';
import { type ProxyOptions, type SiteProxy, startProxy } from '../helpers/network/proxy.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp({ CAPTCHA_ENFORCE: 'true' }));

/** Whether a path belongs to the proof of work: the contact form's script for it, its worker or its challenge. */
function isOfProof(path: string) {
  return path === endpoints.captchaChallenge || /\/proof[\w-]*\./.test(path);
}
function twice(path: string, count: number) {
  return isOfProof(path) && count <= 2 ? 503 : undefined;
}
const troubles = [/503/, /request failed: .*proof-worker.* net::ERR_FAILED/];
const status = `${consultation} [role=status]`;

async function behind(
  options: ProxyOptions,
  path: string,
  expected: readonly RegExp[],
  act: (page: Page, proxy: SiteProxy) => Promise<void>,
) {
  const proxy = await startProxy(site, options);
  try {
    await visit({ url: proxy.url, path, expected }, (page) => act(page, proxy));
  } finally {
    await proxy.stop();
  }
}

test('if each request of the proof of work fails twice, the contact form makes each three times and verifies', () =>
  behind({ refuse: twice }, paths.contact, troubles, async (page, { asked }) => {
    await contactForm(page).tick();
    await says(page, status, 'Verified');
    const counts = Map.groupBy(asked.filter(isOfProof), (path) => path.replace(/^.*\/|\..*$/g, ''));
    expect([...counts.keys()].toSorted()).toEqual(['challenge', 'proof-box', 'proof-worker']);
    expect([...counts.values()].map(({ length }) => length)).toEqual([3, 3, 3]);
  }));

test('a refused challenge is tried again if the refusal is temporary, and later when the box is ticked again', () => {
  const statuses = [403, 503, 503, 503, 429];
  const options: ProxyOptions = {
    refuse: (path) => (path === endpoints.captchaChallenge ? statuses.shift() : undefined),
    refusalHeaders: { 'Retry-After': '1' },
  };
  return behind(options, paths.contact, [/403|503|429/, /The captcha failed/], async (page, { asked }) => {
    const count = () => asked.filter((path) => path === endpoints.captchaChallenge).length;
    const { tick } = contactForm(page);
    await tick();
    await says(page, status, 'The check did not succeed.');
    expect(count()).toBe(1);
    await tick();
    await says(page, status, 'Checking...');
    await says(page, status, 'The check did not succeed.');
    expect(count()).toBe(4);
    await tick();
    await says(page, status, 'Verified');
    expect(count()).toBe(6);
  });
});

test("after three failures of the captcha's script the form shows an error and Try Again, which works", () =>
  behind(
    { refuse: (path, count) => (path.includes('/proof-box.') && count <= 3 ? 503 : undefined) },
    paths.contact,
    [/503/],
    async (page, { asked }) => {
      await page.focus(contactField('message'));
      await says(page, consultation, 'The spam check could not be loaded.');
      expect(asked.filter((path) => path.includes('/proof-box.'))).toHaveLength(3);
      await contactForm(page).press('Try Again');
      await page.waitForSelector(robotBox);
    },
  ));
