import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { DeriveKeyFunction } from 'altcha-lib/types';

/** For pages without https, for example on a local network: browsers have no `crypto.subtle` there. */
const deriveKeyInScript: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

// A dedicated worker: receives a challenge and posts its solution, or null if it finds none in time.
addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({
    challenge: data,
    deriveKey: isSecureContext ? deriveKey : deriveKeyInScript,
  });
  postMessage(solution);
});

// Rethrown, so that the page receives the worker's `error` event.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
