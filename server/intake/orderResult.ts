import { type RequestHandler, Router } from 'express';
import { planById } from '../../shared/hosting/catalogue.ts';
import { resultAddress } from '../../shared/paths.ts';
import { limitClient } from '../http/clientLimit.ts';
import { isForeign, type OriginConfig } from '../http/origin.ts';
import { deadlines } from '../lib/deadlines.ts';
import { inTime } from '../lib/inTime.ts';
import type { Store } from '../outbox/store.ts';
import type { Pages } from '../pages/pages.ts';
import { sendResultLater, sendStored } from '../pages/plainPages.ts';
import type { Resolve } from '../pages/resolve.ts';

const minute = 60 * 1000;
/** Age of an order, in milliseconds, until which its result is shown. */
const shownFor = 15 * minute;
/** Results per client address. Beyond the limit it gets the ordinary page. */
const limit = { results: 60, milliseconds: 10 * minute } as const;

export type OrderResultParts = {
  readonly origin: OriginConfig;
  readonly store: Pick<Store, 'submissions' | 'maintenance'>;
  readonly pages: Pages;
  readonly resolve: Resolve;
};

/** Shows the result of an order after a plain form post, on its plan's page and for a while; else the ordinary page. */
export function orderResultRoute({ origin, store, pages, resolve }: OrderResultParts): Router {
  const skipOthers: RequestHandler = (request, _response, next) =>
    next(resolve(request).kind === 'result' ? undefined : 'router');

  const redirectToOrdinaryPage: RequestHandler = (request, response) => response.redirect(303, request.path);

  // Another site's page must not use up its visitors' limit.
  const refuseForeign: RequestHandler = (request, response, next) => {
    if (isForeign(request, origin)) redirectToOrdinaryPage(request, response, next);
    else next();
  };

  const limitResults = limitClient({
    limit: limit.results,
    windowMs: limit.milliseconds,
    standardHeaders: false,
    handler: redirectToOrdinaryPage,
  });

  const show: RequestHandler = async (request, response, next) => {
    const deadline = performance.now() + deadlines.answer;
    const resolved = resolve(request);
    if (resolved.kind !== 'result') return next();
    const { path, reference } = resolved;
    const found = await inTime(
      deadlines.result,
      Promise.all([store.submissions.find(reference), store.maintenance.now()]),
    ).catch(() => undefined);
    if (!found) return sendResultLater(response);
    const [{ planId, receivedAt = 0 } = {}, now] = found;
    const isOfThisPage = planId && planById(planId)?.family.path === path;
    const isShown = isOfThisPage && now - receivedAt <= shownFor;
    await pages.sendOwnPage(request, response, {
      status: 200,
      deadline,
      address: isShown ? resultAddress(path, reference) : path,
      situation: isShown ? { submitted: { reference, planId } } : {},
      sendInstead: () => (isShown ? sendStored(response, reference) : redirectToOrdinaryPage(request, response, next)),
    });
  };

  return Router().use(skipOthers, refuseForeign, limitResults, show);
}
