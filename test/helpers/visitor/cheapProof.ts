import { createHmac } from 'node:crypto';
import { type Challenge, createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { provenBy, tokenOf } from './proof.ts';

const lifetime = 20 * 60_000;

/** A challenge that is solved at once: whoever knows the site's secret can sign it. */
export function cheapChallenge(secret: Uint8Array): Promise<Challenge> {
  const secretFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  return createChallenge({
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('solution'),
    deriveKey,
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    expiresAt: new Date(Date.now() + lifetime),
  });
}

/** A valid token without the work. */
export async function cheapToken(secret: Uint8Array): Promise<string> {
  return tokenOf(await provenBy(await cheapChallenge(secret)));
}
