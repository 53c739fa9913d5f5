/*
 * The document's proof of work, in the background, for forms without a visible captcha. It belongs to no component: a page
 * that is mounted again while an order is sent must not lose its token.
 */
import { proveWork, type SolvedChallenge } from './proofOfWork.ts';

/** Milliseconds that a submission waits for an unfinished proof. */
const proofTimeout = 10_000;

let solved: SolvedChallenge | undefined;
let proof: Promise<void> | undefined;
let isRunning = false;
let isGiven = false;

function isUsable(): boolean {
  return solved !== undefined && solved.expiresAt > performance.now();
}

async function prove(): Promise<void> {
  solved = undefined;
  isRunning = true;
  isGiven = false;
  solved = await proveWork(new AbortController().signal).catch(() => undefined);
  isRunning = false;
}

/** Starts the work for a token, unless it runs, or has one that was not given yet. */
export function prepareToken(): void {
  if (!isRunning && (isGiven || !isUsable())) proof = prove();
}

/** A token, or undefined if there is none in time. Never rejects. */
export async function silentToken(): Promise<string | undefined> {
  // A proof that runs has retries of its own: another one after it would double them.
  if (!isRunning && !isUsable()) proof = prove();
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, proofTimeout));
  await Promise.race([proof, timeout]);
  isGiven = solved !== undefined;
  return solved?.token;
}

/** Starts the work for a new token, if one was given: it may be used up. */
export function renewToken(): void {
  if (isGiven) proof = prove();
}
