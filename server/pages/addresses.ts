import { families } from '../../shared/hosting/catalogue.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { hostingAddress, hostingQuery } from '../../shared/hosting/pageQuery.ts';
import { legalIds } from '../../shared/legal/list.ts';
import { usersOver } from '../../shared/pages/contact.ts';
import {
  askAddress,
  endpoints,
  legalPath,
  orderAddress,
  parameters,
  paths,
  searchPath,
  servicePath,
} from '../../shared/paths.ts';
import { queryOf, searchAddress } from '../../shared/search/query.ts';
import { services } from '../../shared/services/list.ts';
import { referencePattern } from '../lib/reference.ts';

/** The paths of all pages that can be indexed, in the sitemap's order. */
export const pagePaths: readonly string[] = [
  ...Object.values(paths),
  ...hostingList.map(({ path }) => path),
  ...services.map(({ id }) => servicePath(id)),
  ...legalIds.map(legalPath),
];

/** The paths of all pages. */
export const allPagePaths: readonly string[] = [...pagePaths, searchPath];

/** What search engines, language models and browsers ask for (discovery.ts). */
export const discoveryPaths = [
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  endpoints.manifest,
  '/.well-known/security.txt',
] as const;

/** The addresses of all pages that are made ahead: also with an open order dialog or a subject. */
export const pageAddresses: readonly string[] = [
  ...allPagePaths,
  ...[...services, ...hostingList].map(({ id }) => askAddress(id)),
  ...families.flatMap(({ id, beyond }) => (beyond?.users ? [askAddress(id, beyond.users)] : [])),
  ...families.flatMap(({ path, plans }) => plans.map(({ id }) => orderAddress(path, id))),
];

const known = new Set(pageAddresses);
const familyOf = new Map<string, HostingFamily>(families.map((family) => [family.path, family]));

/**
 * The address of the page for a path and query: without the parameters that do not change the page, and the others in
 * one order. Undefined if there is no such page, or if it would show the result of an order.
 */
export function pageAddressOf(url: string): string | undefined {
  if (known.has(url)) return url;
  const { path, query } = split(url);
  if (!known.has(path)) return undefined;
  if (path === searchPath) return searchAddress(queryOf(query));
  const search = new URLSearchParams(query);
  const family = familyOf.get(path);
  if (!family) {
    if (path !== paths.contact) return path;
    const about = search.get(parameters.about) ?? '';
    return known.has(askAddress(about)) ? askAddress(about, usersOver(search)) : path;
  }
  if (submittedReference(url) !== undefined) return undefined;
  return hostingAddress(path, hostingQuery(family, search));
}

/** Whether a page is one of `pageAddresses`. Of the others, such as the plan finder's, there are too many to make ahead. */
export function isReady(address: string): boolean {
  return known.has(address);
}

/** The reference of the order whose result a path and query ask for. */
export function submittedReference(url: string): string | undefined {
  return new URLSearchParams(split(url).query).getAll(parameters.submitted).find((text) => referencePattern.test(text));
}

/** The path of the page for `path`, which may have another letter case or a trailing slash. */
export function canonicalPath(path: string): string | undefined {
  const canonical = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
  return allPagePaths.includes(canonical) ? canonical : undefined;
}

function split(url: string): { readonly path: string; readonly query: string } {
  const [path = ''] = url.split('?', 1);
  return { path, query: url.slice(path.length + 1) };
}
