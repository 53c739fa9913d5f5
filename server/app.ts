import type { RequestListener } from 'node:http';
import path from 'node:path';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { families, planById } from '../shared/hosting/catalogue.ts';
import { endpoints, healthPath, orderAddress, parameters } from '../shared/paths.ts';
import type { SubmissionAnswer } from '../shared/submission.ts';
import type { ChatHost } from './chatHost.ts';
import { clientEventsRoute } from './clientEvents.ts';
import { limitClient } from './clientLimit.ts';
import type { Config } from './config.ts';
import type { ErrorReporting } from './errorReporting.ts';
import { watchHealth } from './health.ts';
import { failurePage, refusalPages, storedPage } from './pages/failurePage.ts';
import type { Pages } from './pages/pages.ts';
import type { Situation } from './pages/render.tsx';
import { type Representation, represent, sendRepresentation } from './pages/representation.ts';
import { logRequest, pathOf, requestIdHeader, requestIdOf } from './requestLog.ts';
import { targetOf } from './requestTarget.ts';
import type { Captchas } from './submissions/captcha/captcha.ts';
import { challengeRoute } from './submissions/captcha/challengeRoute.ts';
import type { ProofOfWork } from './submissions/captcha/proofOfWork.ts';
import type { Flood } from './submissions/flood.ts';
import { referencePattern } from './submissions/reference.ts';
import { submissionRoute } from './submissions/route.ts';
import type { Store } from './submissions/store.ts';
import { inTurns } from './turns.ts';

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

const minute = 60 * 1000;
/** In milliseconds. */
const resultShownFor = 15 * minute;
/** Results that one client address is shown; beyond them it gets the page as usual. */
const resultLimit = { results: 60, milliseconds: 10 * minute } as const;
/** Seconds after which a visitor may try again where too many wait. */
const retryAfter = 5;
const tooManyWait: SubmissionAnswer = {
  success: false,
  error: 'Too many requests are waiting. Please try again in a moment.',
};

/** The whole order of things. It never listens. */
export const createApp = (options: AppOptions): RequestListener => {
  const { config, log, store, pages, files, securityHeaders } = options;

  const sendPage: RequestHandler = async (request, response, next) => {
    if (!isRead(request.method) || !(await pages.send(request, response))) next();
  };

  const redirectToPage: RequestHandler = (request, response, next) => {
    const path = pages.canonicalPath(request.path);
    if (path === undefined || !isRead(request.method)) return next();
    const query = request.url.slice(pathOf(request).length);
    response.redirect(308, path + query);
  };

  const refusalPage = refusalPages(securityHeaders);

  /** Answers with a page rendered for this visitor, or with one that is there already where too many wait for theirs. */
  const sendOwn = async (
    request: Request,
    response: Response,
    own: { readonly status: number; readonly address: string; readonly situation: Situation },
    busy: { readonly status: number; readonly page: () => Representation },
  ): Promise<void> => {
    const page = await pages
      .renderOwn(own.address, own.situation, () => !response.closed)
      .catch((error: unknown) => log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered'));
    if (response.closed) return;
    if (page) return sendRepresentation(request, response, page, own.status);
    if (busy.status === 503) response.setHeader('Retry-After', String(retryAfter));
    sendRepresentation(request, response, busy.page(), busy.status);
  };

  const limitResults = limitClient({
    limit: resultLimit.results,
    windowMs: resultLimit.milliseconds,
    standardHeaders: false,
    skip: (request) => request.query[parameters.submitted] === undefined,
    handler: (_request, _response, next) => next('route'),
  });

  // After a plain form post: the result of an order, on its plan's page and for a while.
  const showResult: RequestHandler = async (request, response, next) => {
    const reference = request.query[parameters.submitted];
    if (typeof reference !== 'string' || !referencePattern.test(reference)) return next();
    const { planId, receivedAt = 0 } = (await store.find(reference)) ?? {};
    const isOfThisPage = planId && planById(planId)?.family.path === request.path;
    if (!isOfThisPage || Date.now() - receivedAt > resultShownFor) return next();
    await sendOwn(
      request,
      response,
      { status: 200, address: request.path, situation: { submitted: { reference, planId } } },
      { status: 200, page: () => storedPage(reference, securityHeaders) },
    );
  };

  const setHeaders: RequestHandler = (_request, response, next) => {
    response.setHeader(requestIdHeader, requestIdOf(response));
    for (const name in securityHeaders) response.setHeader(name, securityHeaders[name] as string);
    next();
  };

  const health = watchHealth(store, log);
  const tellHealth: RequestHandler = async (_request, response) => {
    const healthy = (await health.isWritable()) && !options.isStopping();
    response.setHeader('Cache-Control', 'no-store');
    response.status(healthy ? 200 : 503).json({ status: healthy ? 'ok' : 'unavailable' });
  };

  const notFound: RequestHandler = async (request, response) => {
    if (!isRead(request.method) && pages.canonicalPath(request.path)) {
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
    if (status === 400 && isRead(request.method)) return notFound(request, response, next);
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
  app.get(
    families.map((family) => family.path),
    limitResults,
    showResult,
  );
  app.use(sendPage);
  app.use(redirectToPage);
  app.get(healthPath, tellHealth);
  app.use('/documents', documents(options.documentsDirectory));
  app.use(endpoints.clientEvents, clientEventsRoute(publicOrigin, log));
  app.use(endpoints.captchaChallenge, challengeRoute(options.proofOfWork));
  app.use(
    endpoints.submissions,
    submissionRoute({
      store,
      captchas: options.captchas,
      captchaEnforced: config.captchaEnforced,
      flood: options.flood,
      secret: options.secret,
      publicOrigin,
      limit: config.submissionLimit,
      windowMilliseconds: config.submissionWindowMilliseconds,
      log,
      onStored: () => {
        health.note(true);
        options.onStored();
      },
      onUnavailable: () => health.note(false),
      showOrder: (request, response, status, { path: hostingPath, ...order }) =>
        sendOwn(
          request,
          response,
          { status, address: orderAddress(hostingPath, order.planId), situation: { order } },
          { status: 503, page: () => refusalPage(503) },
        ),
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
  const routed = inTurns(app, (request, response) => {
    const isJson = request.headers['content-type']?.startsWith('application/json');
    response.setHeader('Retry-After', String(retryAfter));
    sendRepresentation(request, response, isJson ? busyJson : refusalPage(503), 503);
  });

  return (request, response) => {
    const target = targetOf(request);
    if (target !== undefined) request.url = target;
    logRequest(log, request, response);
    options.errorReporting?.trace(request, response);
    if (target === undefined) {
      const own = { [requestIdHeader]: requestIdOf(response), Connection: 'close', 'Content-Length': 0 };
      response.writeHead(400, { ...securityHeaders, ...own }).end();
      return;
    }
    if (options.chatHost?.isAsked(request)) return options.chatHost.answer(request, response);
    // What lies ready needs no routing: most requests end here.
    const address = isRead(request.method) ? request.url : undefined;
    const ready = address === undefined ? undefined : (pages.ready(address) ?? files.get(pathOf(request)));
    if (ready) sendRepresentation(request, response, ready);
    else routed(request, response);
  };
};

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

const documents = (directory: string): RequestHandler =>
  express.static(directory, {
    index: false,
    redirect: false,
    extensions: false,
    setHeaders: (response, file) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Disposition', `attachment; filename="${path.basename(file)}"`);
    },
  });
