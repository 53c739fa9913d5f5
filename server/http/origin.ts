import type { Request, RequestHandler } from 'express';

/** The site's own origin, and whether PUBLIC_ORIGIN sets it. */
type SiteOrigin = { readonly publicOrigin: string; readonly publicOriginIsSet: boolean };

/**
 * Whether another site's page made the visitor's browser send the request. A client without an `Origin` and a
 * `Sec-Fetch-Site` header is no browser. Without PUBLIC_ORIGIN the origin must be that of the request's own host.
 * https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-Fetch-Site
 */
export function isForeign(request: Request, { publicOrigin, publicOriginIsSet }: SiteOrigin): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreignOrigin = origin !== undefined && (publicOriginIsSet ? origin !== publicOrigin : !isAt(host, origin));
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return foreignOrigin || foreignSite;
}

/** Refuses requests from pages of other sites. They would use up the rate limits of the visitors who send them. */
export function refuseForeign(site: SiteOrigin): RequestHandler {
  return (request, response, next) => {
    if (isForeign(request, site)) response.status(403).end();
    else next();
  };
}

/** The origin by which the visitor reached the site, if it differs from PUBLIC_ORIGIN. */
export function otherNameOf(request: Request, { publicOrigin, publicOriginIsSet }: SiteOrigin): string | undefined {
  const { origin, host } = request.headers;
  return publicOriginIsSet && origin !== undefined && origin !== publicOrigin && isAt(host, origin)
    ? origin
    : undefined;
}

// `Origin: null` and a request in HTTP/1.0 both have no host. They must not count as the same host.
function isAt(host: string | undefined, origin: string): boolean {
  return host !== undefined && host !== '' && URL.canParse(origin) && new URL(origin).host === host;
}
