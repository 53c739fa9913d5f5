import type { Request } from 'express';

/**
 * Whether another site's page made the visitor's browser send this
 * (https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-Fetch-Site). A client that sends neither header is no
 * browser, so no visitor's browser is being abused. `publicOrigin` undefined: the origin must be the request's own host.
 */
export function isForeign(request: Request, publicOrigin: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreignOrigin = origin !== undefined && (publicOrigin ? origin !== publicOrigin : !isAt(host, origin));
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return foreignOrigin || foreignSite;
}

// An origin may have no host, such as `null`, and a request of HTTP/1.0 neither: they are not the same one.
function isAt(host: string | undefined, origin: string): boolean {
  return host !== undefined && host !== '' && URL.canParse(origin) && new URL(origin).host === host;
}
