import { type RequestHandler, Router } from 'express';
import { planById } from '../../shared/hosting/catalogue.ts';
import { resultAddress } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { limitClient } from '../http/clientLimit.ts';
import { isForeign } from '../http/origin.ts';
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
const limit = { limit: 60, windowMs: 10 * minute } as const;

export type OrderResultServices = {
  readonly http: Config['http'];
  readonly store: Store;
  readonly pages: Pages;
  readonly resolve: Resolve;
};

/** Shows the result of an order after a plain form post, on its plan's page and for a while; else the ordinary page. */
export function orderResultRoute({ http, store, pages, resolve }: OrderResultServices): Router {
  const redirectToOrdinaryPage: RequestHandler = (request, response) => response.redirect(303, request.path);
  const limitResults = limitClient({ ...limit, standardHeaders: false, handler: redirectToOrdinaryPage });

  const skipOthers: RequestHandler = (request, response, next) => {
    if (resolve(request).kind !== 'result') next('router');
    // Another site's page must not use up its visitors' limit.
    else if (isForeign(request, http)) redirectToOrdinaryPage(request, response, next);
    else next();
  };

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
    if (!isOfThisPage || now - receivedAt > shownFor) return pages.sendAnswer(path)(request, response, next);
    await pages.sendOwnPage(request, response, {
      status: 200,
      deadline,
      address: resultAddress(path, reference),
      situation: { submitted: { reference, planId } },
      sendInstead: () => sendStored(response, reference),
    });
  };

  return Router().use(skipOthers, limitResults, show);
}
