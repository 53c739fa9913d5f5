import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { scrub, scrubReport } from '../../shared/scrub.ts';

describe('scrub removes what may be personal', () => {
  test.each([
    ['thandi@example.com is taken', '[email] is taken'],
    ['No account for <thandi.nkosi+site@mail.example.co.za>.', 'No account for <[email]>.'],
    ['thandi%40example.com', '[email]'],
    ['thandi@home@example.com', '[email]'],
    ['GET https://site.example/a/b?name=Thandi&x=1#y 404', 'GET https://site.example/a/b 404'],
    ['fetch("/contact?name=Thandi") failed', 'fetch("/contact") failed'],
    ["url('/a#thandi') of /b?c=d/e?f", "url('/a') of /b"],
    ['at /reset/thandi%40example.com?token=1', 'at /reset/[email]'],
    ['call +27 82 555 0100', 'call [number]'],
    ['call 082 555 0100.', 'call [number].'],
    ['call (082) 555-0100 or 0825550100!', 'call ([number] or [number]!'],
  ])('%j becomes %j', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  test.each([
    'TypeError: x is not a function\n    at f (https://site.example/assets/main.1234567890.js:1:2345)',
    'render@https://site.example/assets/main.0a1b2c3d4e.js:1:2345\n@https://site.example/assets/home.js:1:1',
    'Is it 0.1234567890 or 1,234 of 12 (3)? node_modules/@emotion/react/index.js',
  ])('%j stays', (text) => {
    expect(scrub(text)).toBe(text);
  });
});

const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 6, maxLength: 12 });
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 4 });
const said = fc.constantFrom(
  'Cannot reach ',
  ' at ',
  '\n    at f (',
  ') ',
  'https://site.example/a/b ',
  'x'.repeat(70),
  '"',
);

/** A text as errors contain it, and the secrets in it. */
const telling = fc.oneof(
  fc.tuple(letters, letters, fc.constantFrom('@', '%40')).map(([name, host, at]) => ({
    text: `${name}.${name}+1${at}${host}.example`,
    secrets: [name, host],
  })),
  fc.tuple(letters, letters, letters).map(([first, second, host]) => ({
    text: `${first}@${second}@${host}.example`,
    secrets: [first, second, host],
  })),
  fc.tuple(letters, fc.constantFrom('?', '#', '?a=1#')).map(([secret, begin]) => ({
    text: `https://site.example/page${begin}name=${secret}`,
    secrets: [secret],
  })),
  fc.tuple(digits, digits, digits, fc.constantFrom(' ', '-', '')).map(([first, second, third, between]) => ({
    text: [`+27${between}${first}`, second, third].join(between),
    secrets: [first, second, third].map((group) => between + group),
  })),
);
const report = fc.array(fc.tuple(said, telling), { minLength: 1, maxLength: 12 });

test('no part of a secret is left, wherever the text is cut', () => {
  fc.assert(
    fc.property(report, fc.integer({ min: 1, max: 400 }), (pieces, longest) => {
      const scrubbed = scrub(pieces.map(([before, { text }]) => `${before} ${text} `).join(''), longest);
      expect(scrubbed.length).toBeLessThanOrEqual(longest);
      for (const [, { secrets }] of pieces)
        for (const secret of secrets) expect(scrubbed).not.toContain(secret.slice(0, 5));
    }),
    { numRuns: 200 },
  );
});

test('a report keeps its structure and ids, without personal data', () => {
  expect(
    scrubReport({
      event_id: '12345678901234567890123456789012',
      user: { email: 'thandi@example.com' },
      exception: { values: [{ value: 'No account for thandi@example.com' }] },
    }),
  ).toEqual({
    event_id: '12345678901234567890123456789012',
    exception: { values: [{ value: 'No account for [email]' }] },
  });
});
