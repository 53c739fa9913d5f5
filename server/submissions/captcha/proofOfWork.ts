import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { type Captcha, invalid } from './captcha.ts';

export type ProofOfWork = Captcha & { readonly issue: (now: number) => Promise<Challenge> };

const lifetime = 20 * 60 * 1000;

/**
 * About two seconds on a mid-range phone, half a second on a desk: `cost` iterations for each of `counter` keys.
 * The counter is drawn beforehand, so that the work has an upper bound and nobody is unlucky.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, counter: { min: 500, max: 1000 } } as const;

/** The self-hosted captcha: ALTCHA's second version (https://altcha.org/docs/v2/). */
export function createProofOfWork(secret: Uint8Array): ProofOfWork {
  const secretFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  const secrets = {
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('solution'),
  };
  return {
    issue: (now) =>
      createChallenge({
        ...secrets,
        deriveKey,
        algorithm: work.algorithm,
        cost: work.cost,
        counter: randomInt(work.counter.min, work.counter.max),
        expiresAt: new Date(now + lifetime),
      }),
    verify: async (token) => {
      try {
        const { challenge, solution } = JSON.parse(Buffer.from(token, 'base64').toString()) as Payload;
        const { verified } = await verifySolution({ ...secrets, deriveKey, challenge, solution });
        const { expiresAt } = challenge.parameters;
        if (!verified || !challenge.signature || !expiresAt) return invalid;
        return { verdict: 'valid', id: `proof ${challenge.signature}`, expiresAt: expiresAt * 1000 };
      } catch {
        // Whatever is no proof makes the parser or the library throw.
        return invalid;
      }
    },
  };
}
