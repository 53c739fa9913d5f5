import { expect, test } from '@jest/globals';
import { timeLimits } from '../../server/lib/timeLimits.ts';

const { answer, captcha, count, decision, rendering, renderingFirst, result, statement, storing } = timeLimits;
/** A page that waited for its turn. */
const page = 500;

test('a captcha that hangs leaves the store its time, and the page too, before the visitor is answered', () => {
  expect(captcha.tries * captcha.milliseconds + storing).toBeLessThanOrEqual(decision);
  expect(decision + page).toBeLessThanOrEqual(answer);
  expect(result + page).toBeLessThanOrEqual(answer);
});

test('a database that hangs is given up before the visitor is answered', () => {
  expect(count).toBeLessThan(decision);
  expect(statement).toBeLessThan(Math.min(decision, result));
});

test('a rendering program that hangs is given up, and a fresh one asked, before the visitor is answered', () => {
  expect(rendering + page).toBeLessThan(answer);
  expect(renderingFirst).toBeLessThanOrEqual(answer);
});
