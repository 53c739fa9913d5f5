import type { IncomingMessage } from 'node:http';

/** In characters, with its `?`: what is parsed of a query. Those of our pages are shorter. */
const maxQuery = 1024;

/**
 * Rewrites a request's target to origin form: path and the beginning of the query. The host of an absolute
 * target replaces the Host header (https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2). Returns false if the request
 * must be refused: its target cannot be parsed, or it has not exactly one Host header (HTTP/1.0 needs none).
 */
export function normaliseTarget(request: IncomingMessage): boolean {
  const { url = '', headers, rawHeaders, httpVersion } = request;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return false;
  if (url.startsWith('/') || url === '*') {
    const fragment = url.indexOf('#');
    request.url = withShortQuery(fragment < 0 ? url : url.slice(0, fragment));
    return true;
  }
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return false;
  const { pathname, search, host } = new URL(url);
  request.url = withShortQuery(pathname + search);
  headers.host = host;
  return true;
}

function withShortQuery(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query + maxQuery);
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
