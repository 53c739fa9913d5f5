import type { Request } from 'express';
import type { Config } from '../config/config.ts';

export type OriginConfig = Pick<Config['http'], 'publicOrigin' | 'publicOriginIsSet'>;

/**
 * Whether another site's page made the visitor's browser send the request. A client without an `Origin` and a
 * `Sec-Fetch-Site` header is no browser. Without PUBLIC_ORIGIN the origin must be that of the request's own host.
 * https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-Fetch-Site
 */
export function isForeign(request: Request, { publicOrigin, publicOriginIsSet }: OriginConfig): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreignOrigin = origin !== undefined && (publicOriginIsSet ? origin !== publicOrigin : !isAt(host, origin));
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return foreignOrigin || foreignSite;
}

/** The origin by which a visitor has reached the site, if that is another name of it than PUBLIC_ORIGIN's. */
export function otherNameOf(request: Request, { publicOrigin, publicOriginIsSet }: OriginConfig): string | undefined {
  const { origin, host } = request.headers;
  return publicOriginIsSet && origin !== undefined && origin !== publicOrigin && isAt(host, origin)
    ? origin
    : undefined;
}

// `Origin: null` has no host, and nor has a request in HTTP/1.0: these two are not the same host.
function isAt(host: string | undefined, origin: string): boolean {
  return host !== undefined && host !== '' && URL.canParse(origin) && new URL(origin).host === host;
}
