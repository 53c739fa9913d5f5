import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { DeriveKeyFunction } from 'altcha-lib/types';

/** For a page without https, such as on a local network, where browsers offer no cryptography of their own. */
const deriveKeyInScript: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

// A dedicated worker: takes a challenge, answers with its solution, or with null when it found none in time.
addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({
    challenge: data,
    deriveKey: isSecureContext ? deriveKey : deriveKeyInScript,
  });
  postMessage(solution);
});

// What goes wrong reaches the page as the worker's error.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
