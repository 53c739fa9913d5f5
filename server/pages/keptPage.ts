import { families } from '../../shared/hosting/catalogue.ts';
import { orderAddress, parameters } from '../../shared/paths.ts';
import { pagePaths, type RenderOptions, renderPage, type Situation } from './render.tsx';
import { compressFast, type Representation, represent } from './representation.ts';

/** The addresses of the pages that are kept: no others, so that nobody can make them more. */
export const keptAddresses: ReadonlySet<string> = new Set([
  ...pagePaths,
  ...families.flatMap((family) => family.plans.map((plan) => orderAddress(family.path, plan.id))),
]);

/** The path of the page that `path` means: itself, or in other letter case, or with a slash at its end. */
export function canonicalPath(path: string): string | undefined {
  const canonical = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
  return pagePaths.includes(canonical) ? canonical : undefined;
}

/** Under which the page is kept that answers every unknown address. */
export const notFoundAddress = '/404';

export async function representPage(
  address: string,
  situation: Situation,
  cacheControl: string,
  options: RenderOptions,
): Promise<Representation> {
  const { html, headers } = await renderPage(address, situation, options);
  const representation = represent(Buffer.from(html), {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl,
  });
  compressFast(representation);
  return representation;
}

/** A page that is equal for all visitors: any of `keptAddresses`, or the one for all other addresses. */
export function representKept(address: string, options: RenderOptions): Promise<Representation> {
  const planId = new URLSearchParams(address.split('?', 2)[1]).get(parameters.order);
  return representPage(address, planId ? { order: { planId } } : {}, 'no-cache', options);
}
