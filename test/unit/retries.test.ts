import { describe, expect, test } from '@jest/globals';
import { Refusal, withRetries } from '../../client/submission/retries.ts';

const never = new AbortController().signal;

/** Fails so many times, then succeeds; counts. */
function failing(times: number, failure = new Error('no answer')) {
  const attempt = async () => {
    attempt.count += 1;
    if (attempt.count <= times) throw failure;
    return 'there';
  };
  attempt.count = 0;
  return attempt;
}

describe('what fails', () => {
  test.each([0, 1, 2])('%d times is there in the end', async (times) => {
    const attempt = failing(times);
    expect(await withRetries(attempt, never)).toBe('there');
    expect(attempt.count).toBe(times + 1);
  });

  test('three times fails, after growing pauses', async () => {
    const attempt = failing(3);
    const begun = performance.now();
    await expect(withRetries(attempt, never)).rejects.toThrow('no answer');
    expect(performance.now() - begun).toBeGreaterThan(1200);
    expect(attempt.count).toBe(3);
  });

  test('is not tried again where the answer will not change, nor where the wait would be too long', async () => {
    for (const retryAfter of [Number.POSITIVE_INFINITY, 60_000]) {
      const attempt = failing(1, new Refusal('refused', retryAfter));
      await expect(withRetries(attempt, never)).rejects.toThrow('refused');
      expect(attempt.count).toBe(1);
    }
  });

  test('is tried again when the server says', async () => {
    const begun = performance.now();
    await withRetries(failing(1, new Refusal('too many', 700)), never);
    expect(performance.now() - begun).toBeGreaterThan(690);
  });

  test('is not tried again once nobody waits for it', async () => {
    const stopped = new AbortController();
    const attempt = failing(1);
    setTimeout(() => stopped.abort(), 50);
    const begun = performance.now();
    await expect(withRetries(attempt, stopped.signal)).rejects.toThrow('aborted');
    expect(performance.now() - begun).toBeLessThan(250);
    expect(attempt.count).toBe(1);
  });
});
