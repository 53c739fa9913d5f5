import type { IncomingMessage } from 'node:http';
import { families } from '../../shared/hosting/catalogue.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { hostingAddress, hostingQuery } from '../../shared/hosting/pageQuery.ts';
import { legalIds } from '../../shared/legal/list.ts';
import { usersOver } from '../../shared/pages/contact.ts';
import { askAddress, legalPath, orderAddress, parameters, paths, searchPath } from '../../shared/paths.ts';
import { cleanQuery, searchAddress } from '../../shared/search/searchAddress.ts';
import { services } from '../../shared/services/list.ts';
import { pathOf } from '../http/request.ts';
import { referencePattern } from '../lib/reference.ts';

/** The paths of all pages that can be indexed, in the sitemap's order. */
export const pagePaths: readonly string[] = [
  ...Object.values(paths),
  ...hostingList.map(({ path }) => path),
  ...services.map(({ path }) => path),
  ...legalIds.map(legalPath),
];

/** The paths of all pages, with the search page, which must not be indexed. */
export const allPagePaths: readonly string[] = [...pagePaths, searchPath];

/** The addresses of all prerendered pages. Some of these pages have an open order dialog, or a subject in the contact form. */
export const pageAddresses: readonly string[] = [
  ...allPagePaths,
  ...[...services, ...hostingList].map(({ id }) => askAddress(id)),
  ...families.flatMap(({ id, beyond }) => (beyond?.users ? [askAddress(id, beyond.users)] : [])),
  ...families.flatMap(({ path, plans }) => plans.map(({ id }) => orderAddress(path, id))),
];

const prerendered = new Set(pageAddresses);
const familyOf = new Map<string, HostingFamily>(families.map((family) => [family.path, family]));

/** What the address of a request is. The method of the request plays no part. */
type Resolved =
  /** A page, a file or a text for search engines. `address` is in canonical form. `isPrerendered`: the address is on a fixed list. */
  | { readonly kind: 'content'; readonly address: string; readonly isPrerendered: boolean }
  /** The page at `path`, with the result of an order. */
  | { readonly kind: 'result'; readonly path: string; readonly reference: string }
  /** A page's path in another letter case or with a trailing slash. `path`: the right spelling. */
  | { readonly kind: 'misspelt'; readonly path: string }
  /** Any address on the live chat's own host. */
  | { readonly kind: 'chatHost' }
  /** An address of the other routes (endpoints, legal documents, sharing pictures), or an address that is not found. */
  | { readonly kind: 'other' };

declare global {
  namespace Express {
    interface Request {
      /** What the request's address is. Set by `createApp`, before any handler runs. */
      readonly resolved: Resolved;
    }
  }
}

/** Makes the one function that says what the address of a request is. `files`: the paths of all files that are sent like pages. */
export function createResolve(chatOrigin: string | undefined, files: readonly string[]) {
  const chatHost = chatOrigin && new URL(chatOrigin).hostname;
  const filePaths: ReadonlySet<string> = new Set(files);
  return ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Resolved => {
    // The Host header may have a port, and a dot at the end: https://www.rfc-editor.org/rfc/rfc9110#section-7.2
    if (chatHost && headers.host?.toLowerCase().replace(/\.?(?::\d*)?$/, '') === chatHost) return { kind: 'chatHost' };
    if (prerendered.has(url)) return { kind: 'content', address: url, isPrerendered: true };
    const path = pathOf({ url });
    if (filePaths.has(path)) return { kind: 'content', address: path, isPrerendered: true };
    if (!prerendered.has(path)) {
      const canonical = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
      return prerendered.has(canonical) ? { kind: 'misspelt', path: canonical } : { kind: 'other' };
    }
    const query = new URLSearchParams(url.slice(path.length));
    const reference = query.getAll(parameters.submitted).find((text) => referencePattern.test(text));
    if (reference !== undefined && familyOf.has(path)) return { kind: 'result', path, reference };
    const address = pageAddress(path, query);
    return { kind: 'content', address, isPrerendered: prerendered.has(address) };
  };
}

/** The address of the page that path and query ask for: only the parameters that change the page, in a fixed order. */
function pageAddress(path: string, query: URLSearchParams): string {
  if (path === searchPath) return searchAddress(cleanQuery(query.get(parameters.query) ?? ''));
  const family = familyOf.get(path);
  if (family) return hostingAddress(path, hostingQuery(family, query));
  const about = query.get(parameters.about) ?? '';
  if (path !== paths.contact || !prerendered.has(askAddress(about))) return path;
  return askAddress(about, usersOver(query));
}
