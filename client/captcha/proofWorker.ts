import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { DeriveKeyFunction } from 'altcha-lib/types';

/** Derives a key without `crypto.subtle`, which pages without https lack, for example on a local network. */
const deriveKeyInScript: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({
    challenge: data,
    deriveKey: isSecureContext ? deriveKey : deriveKeyInScript,
  });
  postMessage(solution);
});

// Throw the reason again: the page hears of thrown errors (`error` event), but not of rejected promises.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
