import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { withRetries } from '../../client/ui/loading.ts';

/** Makes a function that fails `times` times and then succeeds. `count`: how often it was called. */
function failing(times: number) {
  const attempt = async () => {
    attempt.count += 1;
    if (attempt.count <= times) throw new Error('no answer');
    return 'there';
  };
  attempt.count = 0;
  return attempt;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a captcha request rejects after three failures, with pauses of 300 ms and 1 s', async () => {
  const attempt = failing(3);
  const failed = expect(withRetries(attempt)).rejects.toThrow('no answer');
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
