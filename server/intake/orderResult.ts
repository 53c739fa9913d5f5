import type { RequestHandler } from 'express';
import { planById } from '../../shared/hosting/catalogue.ts';
import { resultLines } from '../../shared/orderMessage.ts';
import { resultAddress } from '../../shared/paths.ts';
import { deadlines } from '../lib/deadlines.ts';
import { minute } from '../lib/times.ts';
import { withTimeout } from '../lib/withTimeout.ts';
import type { Store } from '../outbox/store.ts';
import type { Pages } from '../pages/pages.ts';
import { plainPages, sendPlain, storedPage } from '../pages/plainPages.ts';

/** The result of an order is shown until the order has this age, in milliseconds. */
const shownFor = 15 * minute;

/** Shows the result of an order on the page of its plan, for `shownFor`. Later, and on other pages, shows the usual page. */
export function orderResultRoute(store: Store, pages: Pages): RequestHandler {
  return async (request, response, next) => {
    const deadline = performance.now() + deadlines.answer;
    const { resolved } = request;
    if (resolved.kind !== 'result') return next();
    const { path, reference } = resolved;
    const found = await withTimeout(
      deadlines.result,
      Promise.all([store.submissions.find(reference), store.maintenance.now()]),
    ).catch(() => undefined);
    if (!found) return sendPlain(response, 503, plainPages.resultLater);
    const [order, now] = found;
    const { planId, receivedAt = 0 } = order ?? {};
    const ordered = planId ? planById(planId) : undefined;
    if (!order || !planId || ordered?.family.path !== path || now - receivedAt > shownFor)
      return pages.sendCached(path, request, response);
    const { billing, dataCentre, operatingSystem } = order;
    const choices = { billing: billing ?? '', dataCentre: dataCentre ?? '', operatingSystem: operatingSystem ?? '' };
    const lines = resultLines(ordered, order.orderedPrice ?? '', choices, order);
    const situation = { planId, stored: [{ reference, lines }] };
    const page = { status: 200, deadline, address: resultAddress(path, reference), situation };
    if (!(await pages.sendOwnPage(request, response, page))) sendPlain(response, 200, storedPage(reference));
  };
}
