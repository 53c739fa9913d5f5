import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

/** Whether a request only reads: https://www.rfc-editor.org/rfc/rfc9110#name-safe-methods */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The path of a request, without the query, which may contain personal data. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.split('?', 1)[0] ?? '';
}

/** The header by which a response names the id of its request. The request's log lines have the same id. */
export const requestIdHeader = 'X-Request-Id';
const requestId = Symbol('requestId');

/** The id of the request that `response` answers. The first call makes the id. */
export function requestIdOf(response: ServerResponse & { [requestId]?: string }): string {
  response[requestId] ??= randomUUID();
  return response[requestId];
}

export const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** The media type of a request's body, in lower case and without parameters. */
export function mediaTypeOf({ headers }: IncomingMessage): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Whether a request's body is in UTF-8. If the request names no charset, the body is taken as UTF-8. */
export function isUtf8({ headers }: IncomingMessage): boolean {
  const type = (headers['content-type'] ?? '').toLowerCase();
  return [...type.matchAll(/charset[\s="]*([^\s;"]*)/g)].every(([, charset]) => charset === 'utf-8');
}

/** The site's own origin. If PUBLIC_ORIGIN is not set, the `Origin` of a post must match the `Host` of the same post. */
type SiteOrigin = { readonly publicOrigin: string; readonly publicOriginIsSet: boolean };

/** Whether an origin has this host. False if a host is missing: `Origin: null` has none, and HTTP/1.0 needs no `Host`. */
function isAt(host: string | undefined, origin: string): boolean {
  return Boolean(host) && URL.parse(origin)?.host === host;
}

/**
 * Whether another site's page made the visitor's browser send the request. A request with neither an `Origin` nor a
 * `Sec-Fetch-Site` header comes from no browser, and is not foreign. https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-Fetch-Site
 */
export function isForeign({ headers }: IncomingMessage, { publicOrigin, publicOriginIsSet }: SiteOrigin): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  // Behind a proxy that adds `Referrer-Policy: no-referrer`, browsers send `Origin: null` with the site's own forms too.
  if (origin === 'null' && site === 'same-origin') return false;
  const foreignOrigin = origin !== undefined && (publicOriginIsSet ? origin !== publicOrigin : !isAt(host, origin));
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return foreignOrigin || foreignSite;
}

/** Refuses requests from other sites' pages. They would use up the rate limits of the visitors whose browsers send them. */
export function refuseForeign(site: SiteOrigin): RequestHandler {
  return (request, _response, next) => next(isForeign(request, site) ? { status: 403 } : undefined);
}

/** The origin by which a visitor reached the site, if PUBLIC_ORIGIN is another origin. Such a visitor's posts look foreign. */
export function otherNameOf({ headers }: IncomingMessage, { publicOrigin, publicOriginIsSet }: SiteOrigin) {
  const { origin, host } = headers;
  const isOther = publicOriginIsSet && origin !== undefined && origin !== publicOrigin && isAt(host, origin);
  return isOther ? origin : undefined;
}
