import { deadlines } from '../lib/deadlines.ts';

/** Exponential backoff in milliseconds: doubles from the first delay up to an hour, with a jitter of a tenth. */
export function retryDelay(attempts: number, firstDelay: number, random = Math.random()): number {
  return Math.min(firstDelay * 2 ** (attempts - 1) * (0.9 + 0.2 * random), deadlines.mail.longestRetryDelay);
}
