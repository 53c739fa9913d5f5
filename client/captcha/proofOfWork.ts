import type { Challenge, Payload, Solution } from 'altcha-lib';
import { endpoints } from '../../shared/paths.ts';
import { challengeLifetime } from '../../shared/submission.ts';
import { withRetries } from '../ui/loading.ts';

/**
 * A token that the server accepts once. `expiresAt` is a value of `performance.now()`, because the visitor's clock may be
 * wrong.
 */
export type SolvedChallenge = { readonly token: string; readonly expiresAt: number };

/** In milliseconds. */
const timeout = 15_000;
/** In milliseconds: a token must not expire on its way to the server. */
const margin = 60_000;
async function fetchChallenge(): Promise<Challenge> {
  const response = await fetch(endpoints.captchaChallenge, { signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`The challenge was answered with ${response.status}`);
  return (await response.json()) as Challenge;
}

function solve(challenge: Challenge): Promise<Solution | null> {
  // One worker, so that the page and the rest of the device stay responsive.
  const worker = new Worker(new URL(/* webpackChunkName: "proof-worker" */ './proofWorker.ts', import.meta.url));
  return new Promise<Solution | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not be loaded')));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** Fetches a challenge and solves it in a worker: about two seconds on a mid-range phone. */
export async function proveWork(): Promise<SolvedChallenge> {
  const challenge = await withRetries(fetchChallenge);
  const expiresAt = performance.now() + challengeLifetime - margin;
  const solution = await withRetries(() => solve(challenge));
  if (!solution) throw new Error('No solution was found in time');
  const payload: Payload = { challenge, solution };
  return { token: btoa(JSON.stringify(payload)), expiresAt };
}
