import { families } from '../../shared/hosting/catalogue.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { legalIds } from '../../shared/legal/list.ts';
import {
  addressWith,
  askAddress,
  legalPath,
  orderAddress,
  parameters,
  paths,
  servicePath,
} from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { referencePattern } from '../submissions/reference.ts';

/** The paths of all pages that can be indexed, in the sitemap's order. */
export const pagePaths: readonly string[] = [
  ...Object.values(paths),
  ...hostingList.map(({ path }) => path),
  ...services.map(({ id }) => servicePath(id)),
  ...legalIds.map(legalPath),
];

/** The addresses of all pages that are the same for every visitor: also with an open order dialog or a subject. */
export const pageAddresses: readonly string[] = [
  ...pagePaths,
  ...[...services, ...hostingList].map(({ id }) => askAddress(id)),
  ...families.flatMap(({ path, plans }) => plans.map(({ id }) => orderAddress(path, id))),
];

const known = new Set(pageAddresses);
const hostingPaths = new Set<string>(families.map(({ path }) => path));

/**
 * The one of `pageAddresses` for a path and query, without the parameters that do not change the page. Undefined if
 * there is no such page, or if it would show the result of an order.
 */
export function pageAddressOf(url: string): string | undefined {
  if (known.has(url)) return url;
  const [path = '', query = ''] = split(url);
  if (!known.has(path)) return undefined;
  const search = new URLSearchParams(query);
  if (hostingPaths.has(path) && submittedReference(url) !== undefined) return undefined;
  for (const parameter of [parameters.order, parameters.about]) {
    const address = addressWith(path, parameter, search.get(parameter) ?? '');
    if (known.has(address)) return address;
  }
  return path;
}

/** The reference of the order whose result a path and query ask for. */
export function submittedReference(url: string): string | undefined {
  const [, query = ''] = split(url);
  return new URLSearchParams(query).getAll(parameters.submitted).find((text) => referencePattern.test(text));
}

/** The path of the page for `path`, which may have another letter case or a trailing slash. */
export function canonicalPath(path: string): string | undefined {
  const canonical = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
  return pagePaths.includes(canonical) ? canonical : undefined;
}

function split(url: string): readonly string[] {
  const query = url.indexOf('?');
  return query < 0 ? [url] : [url.slice(0, query), url.slice(query + 1)];
}
