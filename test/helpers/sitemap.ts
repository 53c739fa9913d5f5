import { families } from '../../shared/hosting/catalogue.ts';
import { orderAddress } from '../../shared/paths.ts';
import { rawRequest } from './rawRequest.ts';

/** The paths in the sitemap. */
export async function sitemapPaths(url: string): Promise<readonly string[]> {
  const { body } = await rawRequest(`${url}/sitemap.xml`);
  return [...body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

/** The addresses that show a plan's order dialog. */
export const orderAddresses: readonly string[] = families.flatMap((family) =>
  family.plans.map((plan) => orderAddress(family.path, plan.id)),
);

/** A path without a page. */
export const unknownPath = '/no-such-page';
