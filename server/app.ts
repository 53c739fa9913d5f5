import type { RequestListener } from 'node:http';
import express, { type Request, type Response } from 'express';
import { endpoints, healthPath } from '../shared/paths.ts';
import { isForwarded } from './http/clients.ts';
import { healthRoute } from './http/health.ts';
import { queueRequests } from './http/queue.ts';
import { isRead, requestIdHeader, requestIdOf } from './http/request.ts';
import { send } from './http/send.ts';
import { challengeRoute } from './intake/captcha/proofOfWork.ts';
import { clientEventsRoute } from './intake/clientEvents.ts';
import { orderResultRoute } from './intake/orderResult.ts';
import { submissionRoute } from './intake/submissionRoute.ts';
import { chatHost, chatRoute } from './pages/chat.ts';
import { createErrorHandler, refuseBusy, refuseOtherMethods, refuseUnreadable } from './pages/failures.ts';
import type { Services } from './services.ts';

/** In characters. Longer paths get 404: a path of thousands of folders keeps `express.static` busy for tens of milliseconds. */
const longestPath = 512;

/** The whole site: an Express application behind the response cache. `isStopping` tells whether the process has begun to stop. */
export function createApp(services: Services, isStopping: () => boolean): RequestListener {
  const { http, log, alarms, pages, store } = services;
  const chat = chatRoute(http);
  const serveChatHost = chatHost(chat);
  const queueRequest = queueRequests(refuseBusy);

  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', http.trustedProxies);

  app.use((request, response, next) => {
    if (http.trustedProxies === 0 && isForwarded(request)) alarms.recordProxy();
    response.set({ ...pages.commonHeaders, [requestIdHeader]: requestIdOf(response) });
    if (request.resolved.kind === 'chatHost') serveChatHost(request, response, next);
    else next();
  });
  // Health checks do not queue: a load balancer must not remove a process that is only busy.
  app.get(healthPath, healthRoute(store.maintenance.probe, alarms.recordStoreFault, isStopping));
  app.use(queueRequest);
  app.use((request, response, next) =>
    request.path.length > longestPath ? pages.sendNotFound(request, response) : next(),
  );
  app.use(refuseOtherMethods, orderResultRoute(store, pages), pages.sendContent, pages.sendFile);
  if (chat && !http.chatOrigin) app.use(chat);
  // The body may arrive long after the headers. So a post is queued again when its body has arrived.
  app.use(endpoints.clientEvents, clientEventsRoute(http, queueRequest, log));
  app.use(endpoints.captchaChallenge, challengeRoute(services.proofOfWork, http));
  app.use(endpoints.submissions, submissionRoute(services, queueRequest));
  app.use(pages.sendNotFound, createErrorHandler(pages.sendNotFound, log));
  // Cached responses do not pass through Express, which would take a sixth of the time of each such response (decision 0002).
  return (request, response) => {
    const resolved = pages.resolve(request);
    const cached = resolved.kind === 'content' && isRead(request) ? pages.cache.peek(resolved.address) : undefined;
    if (cached) return send(cached, request, response);
    app(Object.assign(request, { resolved }) as Request, response as Response, () =>
      refuseUnreadable(response, pages.commonHeaders),
    );
  };
}
