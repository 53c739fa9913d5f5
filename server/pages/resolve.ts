import { canonicalPath, isReady, pageAddressOf, submittedReference } from './addresses.ts';

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
    if (address !== undefined) return { kind: 'answer', address, isReady: isReady(address) };
    const canonical = canonicalPath(path);
    if (canonical === undefined) return { kind: 'other' };
    const reference = canonical === path ? submittedReference(url) : undefined;
    return reference === undefined ? { kind: 'misspelt', path: canonical } : { kind: 'result', path, reference };
  };
}
