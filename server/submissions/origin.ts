import type { Request } from 'express';

/**
 * Whether another site's page made the visitor's browser send this
 * (https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-Fetch-Site). A client that sends neither header is no
 * browser, so no visitor's browser is being abused. `publicOrigin` undefined: the origin must be the request's own host.
 */
export const isForeign = (request: Request, publicOrigin: string | undefined): boolean => {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreignOrigin = origin !== undefined && (publicOrigin ? origin !== publicOrigin : hostOf(origin) !== host);
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return foreignOrigin || foreignSite;
};

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
