import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { RetryLater, withRetries } from '../../client/captcha/retries.ts';

const never = new AbortController().signal;

/** Fails `times` times, then succeeds; counts its calls. */
function failing(times: number, failure = new Error('no answer')) {
  const attempt = async () => {
    attempt.count += 1;
    if (attempt.count <= times) throw failure;
    return 'there';
  };
  attempt.count = 0;
  return attempt;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a captcha request rejects after three failures, with pauses of 300 ms and 1 s', async () => {
  const attempt = failing(3);
  const failed = expect(withRetries(attempt, never)).rejects.toThrow('no answer');
  for (const [pause, tries] of [
    [299, 1],
    [1, 2],
    [999, 2],
    [1, 3],
  ] as const) {
    await jest.advanceTimersByTimeAsync(pause);
    expect(attempt.count).toBe(tries);
  }
  await failed;
});

test.each([Number.POSITIVE_INFINITY, 60_000])('a captcha refused for %d ms is not asked again', async (retryAfter) => {
  const attempt = failing(1, new RetryLater('refused', retryAfter));
  await expect(withRetries(attempt, never)).rejects.toThrow('refused');
  expect(attempt.count).toBe(1);
});

test('an aborted captcha request is not tried again', async () => {
  const stopped = new AbortController();
  const attempt = failing(1);
  const failed = expect(withRetries(attempt, stopped.signal)).rejects.toThrow('aborted');
  await jest.advanceTimersByTimeAsync(50);
  stopped.abort();
  await failed;
  expect(attempt.count).toBe(1);
});
