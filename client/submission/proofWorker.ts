import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

// A dedicated worker: takes a challenge, answers with its solution, or with null when it found none in time.
addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  postMessage(await solveChallenge({ challenge: data, deriveKey }));
});

// What goes wrong reaches the page as the worker's error.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
