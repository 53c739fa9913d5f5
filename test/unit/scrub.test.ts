import { expect, jest, test } from '@jest/globals';
import { scrub, scrubReport } from '../../shared/scrub.ts';

test.each([
  ['thandi@example.com is taken', '[email] is taken'],
  ['No account for <thandi.nkosi+site@mail.example.co.za>.', 'No account for <[email]>.'],
  ['thandi%40example.com and jo%40example.com', '[email] and [email]'],
  ['thandi@home@example.com', '[email]'],
  ['GET https://site.example/a/b?name=Thandi&x=1#y 404', 'GET https://site.example/a/b 404'],
  ['fetch("/contact?name=Thandi") failed', 'fetch("/contact") failed'],
  ["url('/a#thandi') of /b?c=d/e?f", "url('/a') of /b"],
  ['at /reset/thandi%40example.com?token=1', 'at /reset/[email]'],
  ['call +27 82 555 0100', 'call [number]'],
  ['call 082 555 0100.', 'call [number].'],
  ['call 082.555.0100, +27.82.555.0100', 'call [number], [number]'],
  ['550 5.7.1 082.555.0100', '550 5.7.1 [number]'],
  ['550 5.7.1 call +1.202.555.0100. Or 082.5550100', '550 5.7.1 call [number]. Or [number]'],
  ['(082).555 0100 or 27 82 555.0100', '([number] or [number]'],
  ['call 082.555.0100. 5 of 082 555 0100 1.5', 'call [number]. 5 of [number].5'],
  ['call (082) 555-0100 or 0825550100!', 'call ([number] or [number]!'],
])('in a report %j becomes %j', (text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed);
});

test.each([
  'TypeError: x is not a function\n    at f (https://site.example/assets/main.1234567890.js:1:2345)',
  'render@https://site.example/assets/main.0a1b2c3d4e.js:1:2345\n@https://site.example/assets/home.js:1:1',
  '421 4.7.28 192.168.100.200 in 1234.567891 ms, Chrome/120.0.6099.109, 20.10.30405060.js',
  'Is it 0.1234567890 or 1,234 of 12 (3)? node_modules/@emotion/react/index.js',
])('in a report %j stays, which has nothing personal', (text) => {
  expect(scrub(text)).toBe(text);
});

test('no part of an address, number or query is left in a text, wherever it is cut', () => {
  const text = 'Is thandi.nkosi+1%40mail.example at https://site.example/a?name=vusi#x or at +27 82 555 0100 by now?';
  for (let longest = 1; longest <= text.length; longest += 1) {
    const scrubbed = scrub(text, longest);
    expect(scrubbed.length).toBeLessThanOrEqual(longest);
    expect(scrubbed).not.toMatch(/tha|nko|mail\.|vus|27|82|55|01/);
  }
});

test('a report keeps its structure and ids, without personal data', () => {
  const names = ['user', 'request', 'breadcrumbs', 'extra', 'cookies', 'headers', 'server_name'];
  const personal = Object.fromEntries(names.map((name) => [name, 'Thandi']));
  const report = (value: string, inner: object) => ({
    ...{ event_id: '12345678901234567890123456789012', exception: { values: [{ value }] }, contexts: { inner } },
  });
  const sent = { ...report('No account for thandi@example.com', personal), ...personal };
  expect(scrubReport(sent)).toEqual(report('No account for [email]', {}));
});

test("Sentry's SDK sends only scrubbed errors and traces, and records no clicks, requests or console", async () => {
  const BrowserClient = jest.fn((_options: unknown) => ({ init: () => {} }));
  const integrations = ['eventFiltersIntegration', 'linkedErrorsIntegration', 'browserTracingIntegration'];
  jest.unstable_mockModule('@sentry/browser', () => ({
    ...{ BrowserClient, defaultStackParser: {}, makeFetchTransport: {} },
    getCurrentScope: () => ({ setClient: () => {} }),
    ...Object.fromEntries(integrations.map((name) => [name, () => name])),
  }));
  const { startSentry } = await import('../../client/reporting/sentry.ts');
  startSentry('https://key@sentry.example/1');
  expect(BrowserClient.mock.calls[0]?.[0]).toMatchObject({
    ...{ sendDefaultPii: false, maxBreadcrumbs: 0, tracePropagationTargets: [], tracesSampleRate: 0.1 },
    ...{ beforeSend: scrubReport, beforeSendTransaction: scrubReport, integrations },
  });
});
