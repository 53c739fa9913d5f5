import { afterEach, expect, jest, test } from '@jest/globals';
import * as actual from 'altcha-lib/algorithms/pbkdf2';
import { cheapChallenge, provenBy, tokenOf } from '../helpers/visitor/proof.ts';

const minute = 60_000;
const secret = new Uint8Array(32);
const deriveKey = jest.fn(actual.deriveKey);
jest.unstable_mockModule('altcha-lib/algorithms/pbkdf2', () => ({ ...actual, deriveKey }));
const { createProofOfWork } = await import('../../server/intake/captcha/proofOfWork.ts');
const proofOfWork = createProofOfWork(async () => secret);

afterEach(() => void jest.restoreAllMocks());

test('a proof of work is valid until its challenge expires, and only with the secret of its challenge', async () => {
  const now = Date.now();
  const token = tokenOf(await provenBy(await proofOfWork.issue(now)));
  const verdict = await proofOfWork.verify(token, now);
  expect(verdict).toMatchObject({ verdict: 'valid' });
  if (verdict.verdict === 'valid') expect(Math.abs(verdict.expiresAt - now - 20 * minute)).toBeLessThan(1000);
  expect(await createProofOfWork(async () => secret.map(() => 1)).verify(token, now)).toEqual({ verdict: 'invalid' });
  jest.spyOn(Date, 'now').mockReturnValue(now + 21 * minute);
  expect(await proofOfWork.verify(token, now)).toEqual({ verdict: 'invalid' });
});

test('a proof of work is the same proof in any spelling, so that it counts once, and its challenge costs a robot work', async () => {
  const payload = await provenBy(await cheapChallenge(secret));
  const spellings = [tokenOf(payload), btoa(JSON.stringify(payload, undefined, 1))];
  const [first, second] = await Promise.all(spellings.map((token) => proofOfWork.verify(token, Date.now())));
  expect(first).toMatchObject({ verdict: 'valid', id: `proof ${payload.challenge.signature}` });
  expect(second).toEqual(first);
  const { algorithm, cost } = (await proofOfWork.issue(Date.now())).parameters;
  expect({ algorithm, cost }).toEqual({ algorithm: 'PBKDF2/SHA-256', cost: 2000 });
});

test('a forged challenge costs the server no work: its signature is checked before a key is derived', async () => {
  const { challenge, solution } = await provenBy(await cheapChallenge(secret));
  const { keySignature: _, ...unsigned } = challenge.parameters;
  deriveKey.mockClear();
  for (const parameters of [
    { ...unsigned, cost: 20_000_000 },
    { ...challenge.parameters, cost: 20_000_000 },
  ]) {
    const forged = tokenOf({ challenge: { ...challenge, parameters }, solution });
    expect(await proofOfWork.verify(forged, Date.now())).toEqual({ verdict: 'invalid' });
  }
  expect(deriveKey).not.toHaveBeenCalled();
});
