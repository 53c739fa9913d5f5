import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { canonicalPath, isCacheable, pageAddressOf, submittedReference } from './addresses.ts';

/** What the address of a request is, whatever its method. */
export type Resolved =
  /** A page's address in its one form. `isReady`: one of a fixed list, which can be rendered ahead. */
  | { readonly kind: 'page'; readonly address: string; readonly isReady: boolean }
  /** The page at `path`, with the result of an order. */
  | { readonly kind: 'result'; readonly path: string; readonly reference: string }
  /** The path of a page in another letter case or with a trailing slash. */
  | { readonly kind: 'misspelt'; readonly path: string }
  /** A file of a fixed list, or a document that is made like one. */
  | { readonly kind: 'file'; readonly path: string }
  /** Anything on the live chat's own host. */
  | { readonly kind: 'chatHost' }
  /** Left to the other routes: endpoints, legal documents, sharing pictures; or not found. */
  | { readonly kind: 'other' };

export type Resolve = (request: Pick<IncomingMessage, 'url' | 'headers'>) => Resolved;

/** The host's name in a Host header, without the port: https://www.rfc-editor.org/rfc/rfc9110#section-7.2 */
export function hostNameOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return headers.host?.toLowerCase().replace(/\.?(?::\d*)?$/, '');
}

/** Decides what an address is, for cache, routes and limits. `files`: the paths of the files. */
export function createResolve({ chatOrigin }: Pick<Config['http'], 'chatOrigin'>, files: readonly string[]): Resolve {
  const chatHost = chatOrigin && new URL(chatOrigin).hostname;
  const known: ReadonlySet<string> = new Set(files);
  return (request) => {
    if (chatHost && hostNameOf(request) === chatHost) return { kind: 'chatHost' };
    const { url = '' } = request;
    const [path = ''] = url.split('?', 1);
    if (known.has(path)) return { kind: 'file', path };
    const address = pageAddressOf(url);
    if (address !== undefined) return { kind: 'page', address, isReady: isCacheable(address) };
    const canonical = canonicalPath(path);
    if (canonical === undefined) return { kind: 'other' };
    const reference = canonical === path ? submittedReference(url) : undefined;
    return reference === undefined ? { kind: 'misspelt', path: canonical } : { kind: 'result', path, reference };
  };
}
