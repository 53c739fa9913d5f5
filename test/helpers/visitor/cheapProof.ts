import { createHmac } from 'node:crypto';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { provenBy, tokenOf } from './proof.ts';

const lifetime = 20 * 60_000;

/** A valid token without the work: whoever knows the site's secret can sign a challenge that is solved at once. */
export async function cheapToken(secret: Uint8Array): Promise<string> {
  const secretFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  const challenge = await createChallenge({
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('solution'),
    deriveKey,
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    expiresAt: new Date(Date.now() + lifetime),
  });
  return tokenOf(await provenBy(challenge));
}
