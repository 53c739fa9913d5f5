import type { Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { secretIn } from '../store/stored.ts';
import { cheapChallenge } from '../visitor/proof.ts';

/** Proofs that a document can make without work. A token is accepted once: a reload, which begins anew, makes the same. */
const amount = 3;

/** Makes the proofs of work on a page that is opened later take no time. */
export async function makeProofsCheap(page: Page, dataDirectory: string): Promise<void> {
  const secret = secretIn(dataDirectory);
  await page.evaluateOnNewDocument(
    (path, challenges) => {
      const { fetch } = globalThis;
      globalThis.fetch = async (...given) => {
        const answer = await fetch(...given);
        if (given[0] !== path || !answer.ok) return answer;
        // An answer that is not read has no resource timing.
        await answer.text();
        return Response.json(challenges.length > 1 ? challenges.shift() : challenges[0]);
      };
    },
    endpoints.captchaChallenge,
    await Promise.all(Array.from({ length: amount }, () => cheapChallenge(secret))),
  );
}
