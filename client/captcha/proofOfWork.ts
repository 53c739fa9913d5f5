import type { Challenge, Payload, Solution } from 'altcha-lib';
import { endpoints } from '../../shared/paths.ts';
import { challengeLifetime } from '../../shared/submission.ts';
import { withRetries } from '../ui/loading.ts';

/** A token that the server accepts once. `expiresAt` is a value of `Date.now()`, which goes on while a laptop sleeps. */
type SolvedChallenge = { readonly token: string; readonly expiresAt: number };

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

/** Fetches a challenge and solves it in a worker. This takes about two seconds on a mid-range phone. */
export async function proveWork(): Promise<SolvedChallenge> {
  const challenge = await withRetries(fetchChallenge);
  const expiresAt = Date.now() + challengeLifetime - margin;
  const solution = await withRetries(() => solve(challenge));
  if (!solution) throw new Error('No solution was found in time');
  const payload: Payload = { challenge, solution };
  return { token: btoa(JSON.stringify(payload)), expiresAt };
}

type Proof = { readonly ended: Promise<void>; hasFailed?: boolean; solved?: SolvedChallenge };

/** Milliseconds that an order waits for an unfinished proof. After that, the order is sent without a token. */
const proofTimeout = 10_000;

/** The proof for the next order. It belongs to the document: React may mount the page again while an order is sent. */
let nextProof: Proof | undefined;

function startProof(): Proof {
  const proof: Proof = {
    ended: proveWork().then(
      (solved) => {
        proof.solved = solved;
      },
      () => {
        proof.hasFailed = true;
      },
    ),
  };
  return proof;
}

/** Returns the proof for the next order. Starts it first, unless it is already running or has a valid token. */
export function prepareProof(): Proof {
  const isExpired = nextProof?.solved && nextProof.solved.expiresAt <= Date.now();
  if (!nextProof || nextProof.hasFailed || isExpired) nextProof = startProof();
  return nextProof;
}

/** Takes the next proof for an order, and waits for its solution for at most `proofTimeout`. Never rejects. */
export async function takeProof(): Promise<Proof> {
  const proof = prepareProof();
  // The server accepts a token once, so no other order gets this proof.
  nextProof = undefined;
  await Promise.race([proof.ended, new Promise((resolve) => setTimeout(resolve, proofTimeout))]);
  return proof;
}

/** Keeps a proof for the next order. Call this only if the server has not used up the proof's token. */
export function giveBack(proof: Proof): void {
  nextProof ??= proof;
}
