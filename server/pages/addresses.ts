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

/** The paths of the files for search engines, language models and browsers (discovery.ts). */
export const discoveryPaths = [
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  endpoints.manifest,
  '/.well-known/security.txt',
] as const;

/** The addresses of all pages that are made ahead, with those that have an open order dialog or a subject. */
export const pageAddresses: readonly string[] = [
  ...allPagePaths,
  ...[...services, ...hostingList].map(({ id }) => askAddress(id)),
  ...families.flatMap(({ id, beyond }) => (beyond?.users ? [askAddress(id, beyond.users)] : [])),
  ...families.flatMap(({ path, plans }) => plans.map(({ id }) => orderAddress(path, id))),
];

const ready = new Set(pageAddresses);
const familyOf = new Map<string, HostingFamily>(families.map((family) => [family.path, family]));

/** What the address of a request is, whatever its method. */
export type Resolved =
  /** A page, a file or a text for search engines. Its address is in its one form. `isReady`: it is one of a fixed list. */
  | { readonly kind: 'answer'; readonly address: string; readonly isReady: boolean }
  /** The page at `path`, with the result of an order. */
  | { readonly kind: 'result'; readonly path: string; readonly reference: string }
  /** The path of a page in another letter case or with a trailing slash. */
  | { readonly kind: 'misspelt'; readonly path: string }
  /** Anything on the live chat's own host. */
  | { readonly kind: 'chatHost' }
  /** Left to the other routes: endpoints, legal documents, sharing pictures; or not found. */
  | { readonly kind: 'other' };

type Target = { readonly url?: string | undefined; readonly headers: { readonly host?: string | undefined } };

export type Resolve = (request: Target) => Resolved;

/** Decides what an address is, for answers, routes and limits. `files`: the paths of the files and texts. */
export function createResolve(chatOrigin: string | undefined, files: readonly string[]): Resolve {
  const chatHost = chatOrigin && new URL(chatOrigin).hostname;
  const known: ReadonlySet<string> = new Set(files);
  return ({ url = '', headers }) => {
    // The Host header may have a port, and a dot at the end: https://www.rfc-editor.org/rfc/rfc9110#section-7.2
    if (chatHost && headers.host?.toLowerCase().replace(/\.?(?::\d*)?$/, '') === chatHost) return { kind: 'chatHost' };
    const [path = ''] = url.split('?', 1);
    if (known.has(path)) return { kind: 'answer', address: path, isReady: true };
    const address = pageAddressOf(url);
    if (address !== undefined) return { kind: 'answer', address, isReady: ready.has(address) };
    const canonical = canonicalPath(path);
    if (canonical === undefined) return { kind: 'other' };
    const reference = canonical === path ? submittedReference(url) : undefined;
    return reference === undefined ? { kind: 'misspelt', path: canonical } : { kind: 'result', path, reference };
  };
}

/**
 * The address of the page for a path and query. It has only the parameters that change the page, in a fixed order.
 * Undefined if there is no such page, or if the page would show the result of an order.
 */
export function pageAddressOf(url: string): string | undefined {
  if (ready.has(url)) return url;
  const { path, query } = split(url);
  if (!ready.has(path)) return undefined;
  if (path === searchPath) return searchAddress(queryOf(query));
  const search = new URLSearchParams(query);
  const family = familyOf.get(path);
  if (!family) {
    if (path !== paths.contact) return path;
    const about = search.get(parameters.about) ?? '';
    return ready.has(askAddress(about)) ? askAddress(about, usersOver(search)) : path;
  }
  if (submittedReference(url) !== undefined) return undefined;
  return hostingAddress(path, hostingQuery(family, search));
}

/** The reference of the order whose result a path and query ask for. */
function submittedReference(url: string): string | undefined {
  return new URLSearchParams(split(url).query).getAll(parameters.submitted).find((text) => referencePattern.test(text));
}

/** The path of the page for `path`, which may have another letter case or a trailing slash. */
function canonicalPath(path: string): string | undefined {
  const canonical = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
  return allPagePaths.includes(canonical) ? canonical : undefined;
}

function split(url: string): { readonly path: string; readonly query: string } {
  const [path = ''] = url.split('?', 1);
  return { path, query: url.slice(path.length + 1) };
}
