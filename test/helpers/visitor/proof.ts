import { createHmac } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

export function tokenOf(payload: Payload): string {
  return btoa(JSON.stringify(payload));
}

export async function provenBy(challenge: Challenge): Promise<Payload> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved in time');
  return { challenge, solution };
}

export async function newToken(siteUrl: string): Promise<string> {
  const response = await fetch(`${siteUrl}/captcha/challenge`);
  return tokenOf(await provenBy((await response.json()) as Challenge));
}

/** A challenge that needs no work. It is valid, because it is signed with the site's secret. */
export function cheapChallenge(secret: Uint8Array): Promise<Challenge> {
  const secretFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  return createChallenge({
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('solution'),
    deriveKey,
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    expiresAt: new Date(Date.now() + 20 * 60_000),
  });
}

/** A valid token. It is made without work, from a `cheapChallenge`. */
export async function cheapToken(secret: Uint8Array): Promise<string> {
  return tokenOf(await provenBy(await cheapChallenge(secret)));
}
