import { type RequestHandler, Router } from 'express';
import { families, planById } from '../shared/hosting/catalogue.ts';
import { parameters } from '../shared/paths.ts';
import { limitClient } from './clientLimit.ts';
import { storedPage } from './pages/failurePage.ts';
import type { SendOwnPage } from './pages/ownPage.ts';
import { isForeign } from './submissions/origin.ts';
import { referencePattern } from './submissions/reference.ts';
import type { Store } from './submissions/store.ts';

const minute = 60 * 1000;
/** In milliseconds. */
const shownFor = 15 * minute;
/** What one client address is shown; beyond it, it gets the page as usual. */
const limit = { results: 60, milliseconds: 10 * minute } as const;

export type OrderResultOptions = {
  readonly store: Pick<Store, 'find'>;
  readonly publicOrigin: string | undefined;
  readonly securityHeaders: Readonly<Record<string, string>>;
  readonly sendOwnPage: SendOwnPage;
};

/** After a plain form post: the result of an order, on its plan's page and for a while. Else the page as usual. */
export function orderResultRoute({ store, publicOrigin, securityHeaders, sendOwnPage }: OrderResultOptions): Router {
  // Pages of others ask for it in the name of their visitors, whose own results are to be shown.
  const skipOthers: RequestHandler = (request, _response, next) => {
    const isAskedFor = request.query[parameters.submitted] !== undefined;
    next(isAskedFor && !isForeign(request, publicOrigin) ? undefined : 'route');
  };

  const limitResults = limitClient({
    limit: limit.results,
    windowMs: limit.milliseconds,
    standardHeaders: false,
    handler: (_request, _response, next) => next('route'),
  });

  const show: RequestHandler = async (request, response, next) => {
    const reference = request.query[parameters.submitted];
    if (typeof reference !== 'string' || !referencePattern.test(reference)) return next();
    const { planId, receivedAt = 0 } = (await store.find(reference)) ?? {};
    const isOfThisPage = planId && planById(planId)?.family.path === request.path;
    if (!isOfThisPage || Date.now() - receivedAt > shownFor) return next();
    await sendOwnPage(request, response, {
      status: 200,
      address: request.path,
      situation: { submitted: { reference, planId } },
      busy: { status: 200, representation: storedPage(reference, securityHeaders) },
    });
  };

  return Router({ caseSensitive: true, strict: true }).get(
    families.map((family) => family.path),
    skipOthers,
    limitResults,
    show,
  );
}
