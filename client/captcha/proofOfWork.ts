import type { Challenge, Payload, Solution } from 'altcha-lib';
import { endpoints } from '../../shared/paths.ts';
import { challengeLifetime } from '../../shared/submission.ts';
import { RetryLater, withRetries } from './retries.ts';

/**
 * A token that the server accepts once. `expiresAt` is a value of `performance.now()`, because the visitor's clock may be
 * wrong.
 */
export type SolvedChallenge = { readonly token: string; readonly expiresAt: number };

/** In milliseconds. */
const timeout = 15_000;
/** In milliseconds: a token must not expire on its way to the server. */
const margin = 60_000;
/** Request Timeout and Too Many Requests: the 4xx statuses that are worth a retry. */
const retryableStatuses = [408, 429];

/** A signal that is aborted with `signal` or after `milliseconds`. Safari has `AbortSignal.any` only since 17.4. */
function abortedAfter(milliseconds: number, signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('No answer came', 'TimeoutError')), milliseconds);
  signal.addEventListener('abort', () => controller.abort(signal.reason));
  return controller.signal;
}

async function fetchChallenge(signal: AbortSignal): Promise<Challenge> {
  const response = await fetch(endpoints.captchaChallenge, {
    signal: abortedAfter(timeout, signal),
  });
  const { ok, status, headers } = response;
  if (ok) return (await response.json()) as Challenge;
  const isFinal = status < 500 && !retryableStatuses.includes(status);
  throw new RetryLater(
    `The challenge was answered with ${status}`,
    isFinal ? Number.POSITIVE_INFINITY : Number(headers.get('Retry-After')) * 1000 || 0,
  );
}

function solve(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  // One worker, so that the page and the rest of the device stay responsive.
  const worker = new Worker(new URL(/* webpackChunkName: "proof-worker" */ './proofWorker.ts', import.meta.url));
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) =>
      data ? resolve(data) : reject(new RetryLater('No solution was found in time', Number.POSITIVE_INFINITY)),
    );
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not be loaded')));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** Fetches a challenge and solves it in a worker: about two seconds on a mid-range phone. */
export async function proveWork(signal = new AbortController().signal): Promise<SolvedChallenge> {
  const challenge = await withRetries(() => fetchChallenge(signal), signal);
  const expiresAt = performance.now() + challengeLifetime - margin;
  signal.throwIfAborted();
  const payload: Payload = { challenge, solution: await withRetries(() => solve(challenge, signal), signal) };
  return { token: btoa(JSON.stringify(payload)), expiresAt };
}
