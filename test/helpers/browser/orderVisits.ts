import type { Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import type { Site } from '../site/site.ts';
import { type StoredRow, secretIn, storedIn } from '../store/stored.ts';
import { cheapChallenge } from '../visitor/proof.ts';
import { type OrderDialog, orderDialog } from './orderDialog.ts';
import { type VisitOptions, visit, visitBeforeScripts } from './visit.ts';

/** The hosting page of these visits, unless they begin elsewhere. */
export const hostingPage = '/server-hosting';

type Visitor = { readonly page: Page; readonly dialog: OrderDialog };
type EarlyVisitor = Visitor & { readonly release: () => Promise<void> };

/**
 * Visits that order. Their proofs of work take no time; as a token is accepted once, only the first order of a document
 * or of its reloads arrives without the mark of an unsolved captcha.
 */
export function orderVisits({ url, dataDirectory }: Pick<Site, 'url' | 'dataDirectory'>) {
  const withCheapProof = (options: Partial<VisitOptions>): VisitOptions => ({
    url,
    path: hostingPage,
    ...options,
    prepare: async (page) => {
      await options.prepare?.(page);
      await page.evaluateOnNewDocument(
        (path, challenge) => {
          const { fetch } = globalThis;
          globalThis.fetch = async (...given) => {
            const answer = await fetch(...given);
            if (given[0] !== path || !answer.ok) return answer;
            // An answer that is not read has no resource timing.
            await answer.text();
            return Response.json(challenge);
          };
        },
        endpoints.captchaChallenge,
        await cheapChallenge(secretIn(dataDirectory)),
      );
    },
  });
  return {
    visit: (options: Partial<VisitOptions>, act: (visitor: Visitor) => Promise<void>): Promise<void> =>
      visit(withCheapProof(options), (page) => act({ page, dialog: orderDialog(page) })),
    /** The scripts are held back until `release` is called, which resolves when the page is hydrated. */
    visitBeforeScripts: (options: Partial<VisitOptions>, act: (visitor: EarlyVisitor) => Promise<void>) =>
      visitBeforeScripts(withCheapProof(options), (page, release) => act({ page, dialog: orderDialog(page), release })),
    /** The stored orders and messages of a company. */
    storedOf: (company: string): readonly StoredRow[] =>
      storedIn(dataDirectory).filter((row) => row.company === company),
  };
}
