import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { endpoints, healthPath } from '../shared/paths.ts';
import { isForwarded } from './http/clients.ts';
import { closingHeaders } from './http/connections.ts';
import { fileRoutes } from './http/files.ts';
import { healthRoute } from './http/health.ts';
import { isRead, mediaTypeOf, mediaTypes, requestIdHeader, requestIdOf } from './http/request.ts';
import { send } from './http/send.ts';
import { challengeRoute } from './intake/captcha/proofOfWork.ts';
import { clientEventsRoute } from './intake/clientEvents.ts';
import { orderResultRoute } from './intake/orderResult.ts';
import { submissionRoute } from './intake/submissionRoute.ts';
import type { Resolve } from './pages/addresses.ts';
import { chatHost, chatRoute } from './pages/chat.ts';
import { plainPages, retryAfter, sendPlain } from './pages/plainPages.ts';
import type { Services } from './services.ts';

/** In characters. Longer paths get 404: a path of thousands of folders keeps `express.static` busy for tens of milliseconds. */
const longestPath = 512;

/** The most requests that may wait for their turn. Further requests get 503. */
const mostWaiting = 1000;

/** Lets one request begin in each iteration of the event loop, so that I/O goes on in between (decision 0003). */
function queueRequests(): RequestHandler {
  const waiting: (() => void)[] = [];
  const beginFirst = (): void => {
    const begin = waiting.shift();
    // The next request is scheduled first, because `begin` may throw.
    if (waiting.length > 0) setImmediate(beginFirst);
    begin?.();
  };
  return (request, response, next) => {
    if (waiting.length < mostWaiting) {
      waiting.push(() => {
        if (!response.closed) next();
      });
      if (waiting.length === 1) setImmediate(beginFirst);
      return;
    }
    if (mediaTypeOf(request) !== mediaTypes.json) return sendPlain(response, 503, plainPages.busy);
    response.status(503).set({ 'Retry-After': retryAfter, 'Cache-Control': 'no-store' });
    response.json({ success: false, error: 'Too many requests are waiting. Please try again in a moment.' });
  };
}

function refuseOtherMethods(resolve: Resolve): RequestHandler {
  return (request, response, next) => {
    if (isRead(request) || resolve(request).kind === 'other') return next();
    response.status(405).set('Allow', 'GET, HEAD').json({ success: false, error: 'Method not allowed.' });
  };
}

function answerFailure({ log, pages }: Services): ErrorRequestHandler {
  return (error: { status?: number; headers?: object }, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status = 500 } = error;
    // Express could not decode the path, so there is no such page.
    if (status === 400 && isRead(request)) return pages.sendNotFound(request, response, next);
    // The client has made another fault. For example, it asks for a range beyond the end of a document.
    if (status >= 400 && status < 500) {
      response.removeHeader('Content-Type');
      response.removeHeader('Content-Disposition');
      response.set({ ...error.headers, 'Content-Length': '0' });
      return void response.status(status).end();
    }
    if (status === 503) return sendPlain(response, 503, plainPages.busy);
    log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    sendPlain(response, 500, plainPages.failure);
  };
}

/** The whole site: an Express application behind the response cache. `isStopping` tells whether the process has begun to stop. */
export function createApp(services: Services, isStopping: () => boolean): RequestListener {
  const { http, log, alarms, pages, resolve, answers, commonHeaders } = services;
  const chat = chatRoute(http);
  const answerChat = chatHost(chat);
  const queueRequest = queueRequests();

  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', http.trustedProxies);

  app.use((request, response, next) => {
    if (http.trustedProxies === 0 && isForwarded(request)) alarms.noteProxy();
    response.set({ ...commonHeaders, [requestIdHeader]: requestIdOf(response) });
    if (resolve(request).kind === 'chatHost') answerChat(request, response, next);
    else next();
  });
  // Health checks do not queue: a load balancer must not remove a process that is only busy.
  app.get(healthPath, healthRoute(services.store.maintenance.probe, services.alarms.noteStoreFault, isStopping));
  app.use(queueRequest);
  app.use((request, response, next) =>
    request.path.length > longestPath ? pages.sendNotFound(request, response, next) : next(),
  );
  app.use(refuseOtherMethods(resolve));
  app.use(orderResultRoute(services));
  app.use(pages.sendPage);
  app.use(fileRoutes(services.directories));
  if (chat && !http.chatOrigin) app.use(chat);
  // The body may arrive long after the headers. So a post is queued again when its body has arrived.
  app.use(endpoints.clientEvents, clientEventsRoute(http, queueRequest, log));
  app.use(endpoints.captchaChallenge, challengeRoute(services.proofOfWork, http));
  app.use(endpoints.submissions, submissionRoute(services, queueRequest));
  app.use(pages.sendNotFound);
  app.use(answerFailure(services));
  // Cached answers do not pass through Express, which would take a sixth of the time of each such answer (decision 0002).
  return (request, response) => {
    const resolved = isRead(request) ? resolve(request) : undefined;
    const answer = resolved?.kind === 'answer' ? answers.known(resolved.address) : undefined;
    if (answer) return send(answer, request, response);
    // Express calls this function instead of its routes if it cannot read the address, such as http://[::1/.
    app(request as Request, response as Response, () => {
      if (response.headersSent) return void request.socket.destroy();
      response.writeHead(400, closingHeaders(commonHeaders, requestIdOf(response))).end();
    });
  };
}
