import { type RequestHandler, Router } from 'express';
import { families, planById } from '../shared/hosting/catalogue.ts';
import { parameters } from '../shared/paths.ts';
import { limitClient } from './clientLimit.ts';
import type { SendOwnPage } from './pages/pages.ts';
import { sendStored } from './pages/plainPages.ts';
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
  readonly sendOwnPage: SendOwnPage;
};

/** After a plain form post: the result of an order, on its plan's page and for a while. Later the page as usual. */
export function orderResultRoute({ store, publicOrigin, sendOwnPage }: OrderResultOptions): Router {
  const skipOthers: RequestHandler = ({ query }, _response, next) => {
    const reference = query[parameters.submitted];
    next(typeof reference === 'string' && referencePattern.test(reference) ? undefined : 'route');
  };

  const leadToPage: RequestHandler = (request, response) => response.redirect(303, request.path);

  // Pages of others ask for it in the name of their visitors, whose own results are to be shown.
  const refuseForeign: RequestHandler = (request, response, next) => {
    if (isForeign(request, publicOrigin)) leadToPage(request, response, next);
    else next();
  };

  const limitResults = limitClient({
    limit: limit.results,
    windowMs: limit.milliseconds,
    standardHeaders: false,
    handler: leadToPage,
  });

  const show: RequestHandler = async (request, response, next) => {
    const reference = String(request.query[parameters.submitted]);
    const { planId, receivedAt = 0 } = (await store.find(reference)) ?? {};
    const isOfThisPage = planId && planById(planId)?.family.path === request.path;
    const isShown = isOfThisPage && Date.now() - receivedAt <= shownFor;
    await sendOwnPage(request, response, {
      status: 200,
      address: request.path,
      situation: isShown ? { submitted: { reference, planId } } : {},
      sendInstead: () => (isShown ? sendStored(response, reference) : leadToPage(request, response, next)),
    });
  };

  return Router({ caseSensitive: true, strict: true }).get(
    families.map((family) => family.path),
    skipOthers,
    refuseForeign,
    limitResults,
    show,
  );
}
