import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { endpoints, healthPath, notFoundPath } from '../shared/paths.ts';
import type { SubmissionAnswer } from '../shared/submission.ts';
import { isForwarded } from './http/clientKey.ts';
import { fileRoutes } from './http/files.ts';
import { healthRoute } from './http/health.ts';
import { mediaTypeOf, mediaTypes } from './http/mediaType.ts';
import { isRead } from './http/readRequest.ts';
import { requestIdHeader, requestIdOf } from './http/requestLog.ts';
import { send } from './http/send.ts';
import { createTaskQueue } from './http/taskQueue.ts';
import { challengeRoute } from './intake/captcha/challengeRoute.ts';
import { clientEventsRoute } from './intake/clientEvents.ts';
import { orderResultRoute } from './intake/orderResult.ts';
import { type SubmissionRouteOptions, submissionRoute } from './intake/submissionRoute.ts';
import { chatHost, chatRoute } from './pages/chat.ts';
import { retryAfter, sendBusy, sendFailure } from './pages/plainPages.ts';
import type { Resolve } from './pages/resolve.ts';
import type { Services } from './services.ts';

const tooManyWait: SubmissionAnswer = {
  success: false,
  error: 'Too many requests are waiting. Please try again in a moment.',
};

/** In characters. Each file route resolves the path again, which takes milliseconds where it has thousands of folders. */
const longestPath = 512;

function queueRequests(): RequestHandler {
  const enqueue = createTaskQueue();
  return (request, response, next) => {
    if (enqueue(next, () => !response.closed)) return;
    if (mediaTypeOf(request) !== mediaTypes.json) return sendBusy(response);
    response.status(503).set({ 'Retry-After': retryAfter, 'Cache-Control': 'no-store' }).json(tooManyWait);
  };
}

function refuseOtherMethods(resolve: Resolve): RequestHandler {
  return (request, response, next) => {
    if (isRead(request) || !['page', 'result', 'misspelt'].includes(resolve(request).kind)) return next();
    response.status(405).set('Allow', 'GET, HEAD').json({ success: false, error: 'Method not allowed.' });
  };
}

function refuseLongPaths(sendNotFound: RequestHandler): RequestHandler {
  return (request, response, next) =>
    request.path.length > longestPath ? sendNotFound(request, response, next) : next();
}

function answerFailure({ log, commonHeaders }: Services, sendNotFound: RequestHandler): ErrorRequestHandler {
  return (error: { status?: number; headers?: object }, request, response, next) => {
    if (response.headersSent) return next(error);
    response.set({ ...commonHeaders, [requestIdHeader]: requestIdOf(response) });
    const { status = 500 } = error;
    // The path cannot be decoded.
    if (status === 400 && isRead(request)) return sendNotFound(request, response, next);
    // Such as a range beyond the end of a document, or a precondition that fails.
    if (status >= 400 && status < 500) {
      response.removeHeader('Content-Type');
      response.removeHeader('Content-Disposition');
      response
        .status(status)
        .set({ ...error.headers, 'Content-Length': '0' })
        .end();
      return;
    }
    if (status === 503) return sendBusy(response);
    log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    sendFailure(response);
  };
}

function submissionOptions({ http, store, acceptance, alarms, mail, ...services }: Services): SubmissionRouteOptions {
  return {
    services: {
      ...services,
      submissions: store.submissions,
      settings: acceptance,
    },
    origin: http,
    limits: services.limits,
    rateLimit: services.rateLimit,
    pages: services.pages,
    health: services.health,
    // A replayed post may have been stored after its first answer, when nobody was woken.
    onStored: mail.wake,
    onStoreFault: alarms.noteStoreFault,
  };
}

/** The whole site: an Express application behind the response cache. It never listens by itself. `isStopping`: the process has begun to stop. */
export function createApp(services: Services, isStopping: () => boolean): RequestListener {
  const { log, alarms, pages, resolve, answers, commonHeaders } = services;
  const sendNotFound = pages.sendAnswer(notFoundPath);
  const config = services.http;
  const chat = chatRoute(config);
  const queueRequest = queueRequests();

  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies);

  app.use((request, response, next) => {
    if (config.trustedProxies === 0 && isForwarded(request)) alarms.noteProxy();
    response.set({ ...commonHeaders, [requestIdHeader]: requestIdOf(response) });
    next();
  });
  if (config.chatOrigin) {
    const answerChat = chatHost(chat);
    app.use((request, response, next) =>
      resolve(request).kind === 'chatHost' ? answerChat(request, response, next) : next(),
    );
  }
  // Before `queueRequest`: a load balancer must not remove a process that is only busy.
  app.get(healthPath, healthRoute(services.health, isStopping));
  app.use(queueRequest);
  app.use(refuseLongPaths(sendNotFound), refuseOtherMethods(resolve));
  app.use(orderResultRoute({ ...services, origin: config }));
  app.use(pages.sendPage, pages.redirectToPage);
  app.use(fileRoutes(services.directories));
  if (chat && !config.chatOrigin) app.use(chat);
  // The body may arrive long after the request, so it is queued by itself.
  app.use(endpoints.clientEvents, clientEventsRoute(config, queueRequest, log));
  app.use(endpoints.captchaChallenge, challengeRoute(services.proofOfWork, config));
  app.use(endpoints.submissions, submissionRoute(submissionOptions(services), queueRequest));
  app.use(sendNotFound);
  app.use(answerFailure(services, sendNotFound));
  // In front of Express, whose own part is a sixth of such an answer's time (decision 0038).
  return (request, response) => {
    const resolved = isRead(request) ? resolve(request) : undefined;
    const address =
      resolved?.kind === 'page' ? resolved.address : resolved?.kind === 'file' ? resolved.path : undefined;
    const answer = address === undefined ? undefined : answers.known(address);
    if (answer) send(answer, request, response);
    else app(request, response);
  };
}
