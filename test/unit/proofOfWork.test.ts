import { expect, test } from '@jest/globals';
import { createProofOfWork } from '../../server/intake/captcha/proofOfWork.ts';
import { provenBy, tokenOf } from '../helpers/visitor/proof.ts';

const minute = 60_000;
const proofOfWork = createProofOfWork(new Uint8Array(32));

test('a proof is valid until its challenge expires, and only under the secret of its challenge', async () => {
  const now = Date.now();
  const token = tokenOf(await provenBy(await proofOfWork.issue(now)));
  const verdict = await proofOfWork.verify(token, now);
  expect(verdict).toMatchObject({ verdict: 'valid' });
  if (verdict.verdict === 'valid') expect(Math.abs(verdict.expiresAt - now - 20 * minute)).toBeLessThan(1000);

  // Whoever looks for the counter gains nothing by beginning further up.
  let counter = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 40 && counter >= 500; tries += 1)
    counter = (await provenBy(await proofOfWork.issue(now))).solution.counter;
  expect(counter).toBeLessThan(500);

  const late = tokenOf(await provenBy(await proofOfWork.issue(now - 21 * minute)));
  expect(await proofOfWork.verify(late, now)).toEqual({ verdict: 'invalid' });
  expect(await createProofOfWork(new Uint8Array(32).fill(1)).verify(token, now)).toEqual({ verdict: 'invalid' });
});
