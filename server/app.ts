import type { RequestListener } from 'node:http';
import path from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { endpoints, healthPath, orderAddress } from '../shared/paths.ts';
import type { SubmissionAnswer } from '../shared/submission.ts';
import type { ChatHost } from './chatHost.ts';
import { clientEventsRoute } from './clientEvents.ts';
import type { Config } from './config.ts';
import type { ErrorReporting } from './errorReporting.ts';
import { healthRoute, watchHealth } from './health.ts';
import { mediaTypeOf, mediaTypes } from './mediaType.ts';
import { orderResultRoute } from './orderResult.ts';
import { failurePage, refusalPages } from './pages/failurePage.ts';
import { ownPageSender, retryAfter } from './pages/ownPage.ts';
import type { Pages } from './pages/pages.ts';
import { type Representation, represent, sendRepresentation } from './pages/representation.ts';
import { logRequest, pathOf, requestIdHeader, requestIdOf } from './requestLog.ts';
import { isRead, normaliseTarget } from './requestTarget.ts';
import type { Captchas } from './submissions/captcha/captcha.ts';
import { challengeRoute } from './submissions/captcha/challengeRoute.ts';
import type { ProofOfWork } from './submissions/captcha/proofOfWork.ts';
import type { Flood } from './submissions/flood.ts';
import { submissionRoute } from './submissions/route.ts';
import type { Store } from './submissions/store.ts';
import { createTurns } from './turns.ts';

export type AppOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly secret: Uint8Array;
  readonly proofOfWork: ProofOfWork;
  readonly captchas: Captchas;
  readonly flood: Flood;
  readonly pages: Pages;
  /** All that is served as it is, by address. */
  readonly files: ReadonlyMap<string, Representation>;
  /** Set where the chat has an origin of its own. */
  readonly chatHost: ChatHost | undefined;
  readonly documentsDirectory: string;
  /** Of every answer that is not a page. */
  readonly securityHeaders: Readonly<Record<string, string>>;
  readonly onStored: () => void;
  readonly errorReporting: ErrorReporting | undefined;
  /** Whether the process has begun to stop. */
  readonly isStopping: () => boolean;
};

const tooManyWait: SubmissionAnswer = {
  success: false,
  error: 'Too many requests are waiting. Please try again in a moment.',
};

/** The whole order of things. It never listens. */
export function createApp(options: AppOptions): RequestListener {
  const { config, log, store, pages, files, securityHeaders } = options;

  const sendPage: RequestHandler = async (request, response, next) => {
    if (!isRead(request) || !(await pages.send(request, response))) next();
  };

  const redirectToPage: RequestHandler = (request, response, next) => {
    const path = pages.canonicalPath(request.path);
    if (path === undefined || !isRead(request)) return next();
    const query = request.url.slice(pathOf(request).length);
    response.redirect(308, path + query);
  };

  const refusalPage = refusalPages(securityHeaders);
  const sendOwnPage = ownPageSender(pages.renderer, log);

  const setHeaders: RequestHandler = (_request, response, next) => {
    response.setHeader(requestIdHeader, requestIdOf(response));
    for (const name in securityHeaders) response.setHeader(name, securityHeaders[name] as string);
    next();
  };

  const health = watchHealth(store, log);
  const takeTurn = createTurns();
  // A body may have come long after its request, with many others.
  const bodyInTurn: RequestHandler = (request, response, next) => {
    if (!takeTurn(next, () => !response.closed)) refuseBusy(request, response);
  };

  const notFound: RequestHandler = async (request, response) => {
    if (!isRead(request) && pages.canonicalPath(request.path)) {
      response.setHeader('Allow', 'GET, HEAD');
      response.status(405).json({ success: false, error: 'Method not allowed.' });
      return;
    }
    log.warn({ requestId: requestIdOf(response), path: request.path.slice(0, 200) }, 'not found');
    await pages.sendNotFound(request, response);
  };

  const failed: ErrorRequestHandler = (error: { status?: number; headers?: object }, request, response, next) => {
    if (response.headersSent) return next(error);
    // A path that cannot be decoded is the client's fault and no address of ours.
    const { status = 500 } = error;
    if (status === 400 && isRead(request)) return notFound(request, response, next);
    // So is a range beyond a document's end, and a precondition that does not hold.
    if (status >= 400 && status < 500) {
      response.set(error.headers).status(status).end();
      return;
    }
    log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    sendRepresentation(request, response, failurePage(securityHeaders), 500);
  };

  const publicOrigin = config.publicOriginIsSet ? config.publicOrigin : undefined;

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies);

  app.use(setHeaders);
  app.use(orderResultRoute({ store, publicOrigin, securityHeaders, sendOwnPage }));
  app.use(sendPage);
  app.use(redirectToPage);
  app.get(healthPath, healthRoute(health, options.isStopping));
  app.use('/documents', documents(options.documentsDirectory));
  app.use(endpoints.clientEvents, clientEventsRoute(publicOrigin, bodyInTurn, log));
  app.use(endpoints.captchaChallenge, challengeRoute(options.proofOfWork, publicOrigin));
  app.use(
    endpoints.submissions,
    submissionRoute({
      store,
      captchas: options.captchas,
      captchaEnforced: config.captchaEnforced,
      flood: options.flood,
      secret: options.secret,
      publicOrigin,
      bodyInTurn,
      limit: config.submissionLimit,
      windowMilliseconds: config.submissionWindowMilliseconds,
      log,
      onStored: () => {
        health.note(true);
        options.onStored();
      },
      onUnavailable: () => health.note(false),
      showOrder: (request, response, status, { path: hostingPath, ...order }) => {
        const busyStatus = status === 429 ? 429 : 503;
        return sendOwnPage(request, response, {
          status,
          address: orderAddress(hostingPath, order.planId),
          situation: { order },
          busy: { status: busyStatus, representation: refusalPage(busyStatus) },
        });
      },
      showRefusal: (request, response, status) => sendRepresentation(request, response, refusalPage(status), status),
    }),
  );
  app.use(notFound);
  app.use(failed);

  const busyJson = represent(Buffer.from(JSON.stringify(tooManyWait)), {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  const refuseBusy: RequestListener = (request, response) => {
    const isJson = mediaTypeOf(request) === mediaTypes.json;
    response.setHeader('Retry-After', String(retryAfter));
    sendRepresentation(request, response, isJson ? busyJson : refusalPage(503), 503);
  };
  const route: RequestListener = (request, response) => {
    if (
      !takeTurn(
        () => app(request, response),
        () => !response.closed,
      )
    )
      refuseBusy(request, response);
  };

  return (request, response) => {
    const isParsed = normaliseTarget(request);
    logRequest(log, request, response);
    options.errorReporting?.trace(request, response);
    if (!isParsed) {
      const own = { [requestIdHeader]: requestIdOf(response), Connection: 'close', 'Content-Length': 0 };
      response.writeHead(400, { ...securityHeaders, ...own }).end();
      return;
    }
    if (options.chatHost?.isAsked(request)) return options.chatHost.answer(request, response);
    // What lies ready needs no routing: most requests end here.
    const address = isRead(request) ? request.url : undefined;
    const ready = address === undefined ? undefined : (pages.ready(address) ?? files.get(pathOf(request)));
    if (ready) sendRepresentation(request, response, ready);
    // A full queue is no reason to take this process out of a balancer's list.
    else if (pathOf(request) === healthPath) app(request, response);
    else route(request, response);
  };
}

function documents(directory: string): RequestHandler {
  return express.static(directory, {
    index: false,
    redirect: false,
    extensions: false,
    setHeaders: (response, file) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Disposition', `attachment; filename="${path.basename(file)}"`);
    },
  });
}
