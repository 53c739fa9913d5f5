import type { Page } from 'puppeteer';
import type { Site } from '../site/site.ts';
import { type StoredRow, storedIn } from '../store/stored.ts';
import { type OrderDialog, orderDialog } from './orderDialog.ts';
import { type VisitOptions, visit, visitBeforeScripts } from './visit.ts';

/** The path at which the visits of `orderVisits` begin, unless the options name another path. */
export const hostingPage = '/server-hosting';

type Visitor = { readonly page: Page; readonly dialog: OrderDialog };
type EarlyVisitor = Visitor & { readonly release: () => Promise<void> };

/** Visits of people who order. Their proofs of work take no time. */
export function orderVisits({ url, dataDirectory }: Pick<Site, 'url' | 'dataDirectory'>) {
  const withCheapProofs = (options: Partial<VisitOptions>): VisitOptions => ({
    url,
    path: hostingPage,
    cheapProofsOf: dataDirectory,
    ...options,
  });
  return {
    visit: (options: Partial<VisitOptions>, act: (visitor: Visitor) => Promise<void>): Promise<void> =>
      visit(withCheapProofs(options), (page) => act({ page, dialog: orderDialog(page) })),
    /** The scripts are held back until `act` calls `release`. The promise of `release` resolves when the page is hydrated. */
    visitBeforeScripts: (options: Partial<VisitOptions>, act: (visitor: EarlyVisitor) => Promise<void>) =>
      visitBeforeScripts(withCheapProofs(options), (page, release) =>
        act({ page, dialog: orderDialog(page), release }),
      ),
    storedOf: (company: string): readonly StoredRow[] =>
      storedIn(dataDirectory).filter((row) => row.company === company),
  };
}
