import { families } from '../../../shared/hosting/catalogue.ts';
import { orderAddress } from '../../../shared/paths.ts';
import { textAt } from '../network/rawRequest.ts';

export async function sitemapPaths(url: string): Promise<readonly string[]> {
  return [...(await textAt(`${url}/sitemap.xml`)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
}

/** The addresses that show a plan's order dialog. */
export const orderAddresses: readonly string[] = families.flatMap((family) =>
  family.plans.map((plan) => orderAddress(family.path, plan.id)),
);

/** Hosting pages that the query changes: the plan finder with and without a match, and the comparison. */
export const choosingAddresses: readonly string[] = [
  '/server-hosting?ram=8&budget=1500',
  '/server-hosting?ram=9999&budget=100',
  '/server-hosting?compare=CXN1,CXN3,CXN5,CXN14',
  '/shared-hosting?compare=shared-starter,shared-business',
];

/** The search page: empty, with results and without any. */
export const searchAddresses: readonly string[] = ['/search', '/search?q=fibre', '/search?q=qqqqqq'];

export const unknownPath = '/no-such-page';
