import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { endpoints, healthPath, orderAddress } from '../shared/paths.ts';
import type { SubmissionAnswer } from '../shared/submission.ts';
import type { Config } from './config/config.ts';
import { type FileDirectories, fileRoutes } from './http/files.ts';
import { healthRoute, watchHealth } from './http/health.ts';
import { mediaTypeOf, mediaTypes } from './http/mediaType.ts';
import { requestIdOf, sendRequestId } from './http/requestLog.ts';
import { isRead } from './http/requestTarget.ts';
import type { Middleware } from './http/securityHeaders.ts';
import { createTaskQueue } from './http/taskQueue.ts';
import type { Captchas } from './intake/captcha/captcha.ts';
import { challengeRoute } from './intake/captcha/challengeRoute.ts';
import type { ProofOfWork } from './intake/captcha/proofOfWork.ts';
import { clientEventsRoute } from './intake/clientEvents.ts';
import type { FloodDetector } from './intake/floodDetector.ts';
import { orderResultRoute } from './intake/orderResult.ts';
import { submissionRoute } from './intake/route.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Store } from './outbox/store.ts';
import { canonicalPath, pagePaths } from './pages/addresses.ts';
import { chatHost, chatRoute } from './pages/chat.ts';
import { discoveryRoutes } from './pages/discovery.ts';
import type { Pages } from './pages/pages.ts';
import { retryAfter, sendBusy, sendFailure, sendRefusal } from './pages/plainPages.ts';

export type AppOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly secret: Uint8Array;
  /** Counts for all servers; undefined: each counts by itself. */
  readonly rateLimit: Outbox['rateLimit'];
  readonly proofOfWork: ProofOfWork;
  readonly captchas: Captchas;
  readonly flood: FloodDetector;
  readonly pages: Pages;
  readonly directories: FileDirectories;
  readonly securityHeaders: readonly Middleware[];
  readonly onStored: () => void;
  /** Called when a write to the store has failed. */
  readonly onStoreFault: () => void;
  /** Whether the process has begun to stop. */
  readonly isStopping: () => boolean;
};

/** 6% smaller than the default of 4, in 5 ms for the largest page. */
const brotliQuality = 5;

const tooManyWait: SubmissionAnswer = {
  success: false,
  error: 'Too many requests are waiting. Please try again in a moment.',
};

/** In characters. Each file route resolves the path again, which takes milliseconds where it has thousands of folders. */
const longestPath = 512;

/** The whole site as an Express application. It never listens by itself. */
export function createApp(options: AppOptions): Express {
  const { config, log, store, pages } = options;
  const publicOrigin = config.publicOriginIsSet ? config.publicOrigin : undefined;
  const chat = config.chatWidgetSource ? chatRoute(config.chatWidgetSource, config) : undefined;
  const health = watchHealth(store, options.onStoreFault);
  const enqueue = createTaskQueue();

  const queueRequest: RequestHandler = (request, response, next) => {
    if (enqueue(next, () => !response.closed)) return;
    if (mediaTypeOf(request) !== mediaTypes.json) return sendBusy(response);
    response.status(503).set({ 'Retry-After': retryAfter, 'Cache-Control': 'no-store' }).json(tooManyWait);
  };

  const refuseOtherMethods: RequestHandler = (request, response, next) => {
    if (isRead(request) || !canonicalPath(request.path)) return next();
    response.status(405).set('Allow', 'GET, HEAD').json({ success: false, error: 'Method not allowed.' });
  };

  const refuseLongPaths: RequestHandler = (request, response, next) =>
    request.path.length > longestPath ? pages.sendNotFound(request, response, next) : next();

  const failed: ErrorRequestHandler = (error: { status?: number; headers?: object }, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status = 500 } = error;
    // The path cannot be decoded.
    if (status === 400 && isRead(request)) return pages.sendNotFound(request, response, next);
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
    log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    sendFailure(response);
  };

  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies);

  app.use(sendRequestId, ...options.securityHeaders);
  if (config.chatOrigin) app.use(chatHost(config.chatOrigin, chat));
  // Before `queueRequest`: a load balancer must not remove a process that is only busy.
  app.get(healthPath, healthRoute(health, options.isStopping));
  app.use(queueRequest);
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } } }));
  app.use(refuseLongPaths, refuseOtherMethods);
  app.use(orderResultRoute({ store, publicOrigin, sendOwnPage: pages.sendOwnPage }));
  app.use(pages.sendPage, pages.redirectToPage);
  app.use(fileRoutes(options.directories));
  app.use(discoveryRoutes(config.publicOrigin, pagePaths));
  if (chat && !config.chatOrigin) app.use(chat);
  // The body may arrive long after the request, so it is queued by itself.
  app.use(endpoints.clientEvents, clientEventsRoute(publicOrigin, queueRequest, log));
  app.use(endpoints.captchaChallenge, challengeRoute(options.proofOfWork, publicOrigin));
  app.use(
    endpoints.submissions,
    submissionRoute({
      store,
      captchas: options.captchas,
      captchaEnforced: config.captchaEnforced,
      confirms: config.mailConfirm,
      flood: options.flood,
      secret: options.secret,
      rateLimit: options.rateLimit,
      publicOrigin,
      queueBody: queueRequest,
      limit: config.submissionLimit,
      windowMilliseconds: config.submissionWindowMilliseconds,
      log,
      onStored: () => {
        health.note(true);
        options.onStored();
      },
      onUnavailable: () => {
        health.note(false);
        options.onStoreFault();
      },
      showOrder: (request, response, status, { path, deadline, ...order }) =>
        pages.sendOwnPage(request, response, {
          kind: 'refusal',
          status,
          deadline,
          address: orderAddress(path, order.planId),
          situation: { order },
          sendInstead: () => (status === 429 ? sendRefusal(response, status) : sendBusy(response)),
        }),
      showRefusal: (_request, response, status) => sendRefusal(response, status),
    }),
  );
  app.use(pages.sendNotFound);
  app.use(failed);
  return app;
}
