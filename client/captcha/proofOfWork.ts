import type { Challenge, Payload, Solution } from 'altcha-lib';
import { endpoints } from '../../shared/paths.ts';
import { challengeLifetime } from '../../shared/submission.ts';
import { withRetries } from '../ui/loading.ts';

/** Milliseconds that a request for a challenge may take. */
const timeout = 15_000;
/** The page drops a token this many milliseconds before it expires, so that it does not expire on its way to the server. */
const margin = 60_000;

async function fetchChallenge(): Promise<Challenge> {
  const response = await fetch(endpoints.captchaChallenge, { signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`The challenge was answered with ${response.status}`);
  return (await response.json()) as Challenge;
}

function solve(challenge: Challenge): Promise<Solution | null> {
  // A single worker leaves processor cores to the page and to other programs, which stay responsive.
  const worker = new Worker(new URL(/* webpackChunkName: "proof-worker" */ './proofWorker.ts', import.meta.url));
  return new Promise<Solution | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not be loaded')));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** Solves a challenge in a worker: two seconds on a mid-range phone. `expiresAt`: by `Date.now()`, which goes on in sleep. */
export async function proveWork(): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const challenge = await withRetries(fetchChallenge);
  const expiresAt = Date.now() + challengeLifetime - margin;
  const solution = await withRetries(() => solve(challenge));
  if (!solution) throw new Error('No solution was found in time');
  const payload: Payload = { challenge, solution };
  return { token: btoa(JSON.stringify(payload)), expiresAt };
}

/** Milliseconds that an order waits for an unfinished proof. After that, the order is sent without a token. */
const proofTimeout = 10_000;

/** The token for the next order, and when it expires. They belong to the document: React may mount the page again meanwhile. */
let nextToken: Promise<string | undefined> | undefined;
let expiry = 0;

async function provenToken(): Promise<string | undefined> {
  expiry = Number.POSITIVE_INFINITY;
  const solved = await proveWork().catch(() => undefined);
  expiry = solved?.expiresAt ?? 0;
  return solved?.token;
}

/** Resolves with the token for the next order, or undefined if its proof fails. Starts a proof unless one is running or valid. */
export function prepareProof(): Promise<string | undefined> {
  if (!nextToken || expiry <= Date.now()) nextToken = provenToken();
  return nextToken;
}

/** Takes the token for an order. Undefined if the proof fails, or is not solved within `proofTimeout`. Never rejects. */
export async function takeToken(): Promise<string | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, proofTimeout));
  const token = await Promise.race([prepareProof(), timeout]);
  // The server accepts a token once. A proof that is still running stays for the next order.
  if (token) nextToken = undefined;
  return token;
}
