import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Router } from 'express';
import { challengeLifetime } from '../../../shared/submission.ts';
import type { Config } from '../../config/config.ts';
import { limitClient } from '../../http/clients.ts';
import { refuseForeign } from '../../http/request.ts';
import { minute } from '../../lib/times.ts';
import type { Captcha } from '../acceptPost.ts';

/** `issue` makes a challenge for a browser. The solution of the challenge is the token. */
export type ProofOfWork = Captcha & { readonly issue: (now: number) => Promise<Challenge> };

/**
 * The browser derives `counter` keys, with `cost` iterations each. On average this takes two seconds on a mid-range phone and half
 * a second on a desktop. The server draws the counter from this range, so no challenge takes more than twice these times.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, counter: { min: 1, max: 1500 } } as const;

/** The self-hosted captcha, version 2 of ALTCHA: https://altcha.org/docs/v2/ */
export function createProofOfWork(secret: () => Promise<Uint8Array>): ProofOfWork {
  const readSecrets = async () => {
    const key = await secret();
    const secretFor = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex');
    return { hmacSignatureSecret: secretFor('challenge'), hmacKeySignatureSecret: secretFor('solution') };
  };
  return {
    issue: async (now) =>
      createChallenge({
        ...(await readSecrets()),
        deriveKey,
        algorithm: work.algorithm,
        cost: work.cost,
        counter: randomInt(work.counter.min, work.counter.max + 1),
        expiresAt: new Date(now + challengeLifetime),
      }),
    verify: async (token) => {
      const secrets = await readSecrets();
      try {
        const { challenge, solution } = JSON.parse(Buffer.from(token, 'base64').toString()) as Payload;
        const { verified } = await verifySolution({ ...secrets, deriveKey, challenge, solution });
        const { expiresAt } = challenge.parameters;
        if (!verified || !challenge.signature || !expiresAt) return { verdict: 'invalid' };
        return { verdict: 'valid', id: `proof ${challenge.signature}`, expiresAt: expiresAt * 1000 };
      } catch {
        // The parser and the library throw if the text is no token.
        return { verdict: 'invalid' };
      }
    },
  };
}

export function challengeRoute(proofOfWork: ProofOfWork, http: Config['http']): Router {
  return Router().get(
    '/',
    refuseForeign(http),
    // A whole office may share one IP address. Making a challenge takes only a tenth of a millisecond.
    limitClient({ limit: 120, windowMs: minute, message: { error: 'Too many challenges. Please wait a while.' } }),
    async (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      const challenge = await proofOfWork.issue(Date.now()).catch(() => undefined);
      // There is no challenge if the secret cannot be read, because the store has been out of reach since the start.
      if (challenge) response.json(challenge);
      else response.status(503).json({ error: 'No challenge can be issued at this moment.' });
    },
  );
}
