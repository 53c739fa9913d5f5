import type { RequestListener } from 'node:http';
import path from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { families, planById } from '../shared/hosting/catalogue.ts';
import { endpoints, orderAddress, parameters } from '../shared/paths.ts';
import type { ChatHost } from './chatHost.ts';
import { clientEventsRoute } from './clientEvents.ts';
import type { Config } from './config.ts';
import type { ErrorReporting } from './errorReporting.ts';
import { failurePage, refusalPage } from './pages/failurePage.ts';
import type { Pages } from './pages/pages.ts';
import { type Representation, sendRepresentation } from './pages/representation.ts';
import { logRequest, pathOf, requestIdHeader, requestIdOf } from './requestLog.ts';
import { targetOf } from './requestTarget.ts';
import type { Captcha } from './submissions/captcha/captcha.ts';
import { challengeRoute } from './submissions/captcha/challengeRoute.ts';
import type { ProofOfWork } from './submissions/captcha/proofOfWork.ts';
import { referencePattern } from './submissions/reference.ts';
import { submissionRoute } from './submissions/route.ts';
import type { Store } from './submissions/store.ts';

export type AppOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly secret: Uint8Array;
  readonly proofOfWork: ProofOfWork;
  readonly captcha: Captcha;
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

/** In milliseconds. */
const resultShownFor = 15 * 60 * 1000;

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

  // After a plain form post: the result of an order, on its plan's page and for a while.
  const showResult: RequestHandler = async (request, response, next) => {
    const reference = request.query[parameters.submitted];
    if (typeof reference !== 'string' || !referencePattern.test(reference)) return next();
    const { planId, receivedAt = 0 } = (await store.find(reference)) ?? {};
    const isOfThisPage = planId && planById(planId)?.family.path === request.path;
    if (!isOfThisPage || Date.now() - receivedAt > resultShownFor) return next();
    await pages.sendOwn(request, response, 200, request.path, { submitted: { reference, planId } });
  };

  const setHeaders: RequestHandler = (_request, response, next) => {
    response.setHeader(requestIdHeader, requestIdOf(response));
    for (const name in securityHeaders) response.setHeader(name, securityHeaders[name] as string);
    next();
  };

  const health: RequestHandler = async (_request, response) => {
    const writable = await store.probe().then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, 'store cannot be written');
        return false;
      },
    );
    const healthy = writable && !options.isStopping();
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
    showResult,
  );
  app.use(sendPage);
  app.use(redirectToPage);
  app.get(endpoints.health, health);
  app.use('/documents', documents(options.documentsDirectory));
  app.use(endpoints.clientEvents, clientEventsRoute(publicOrigin, log));
  app.use(endpoints.captchaChallenge, challengeRoute(options.proofOfWork));
  app.use(
    endpoints.submissions,
    submissionRoute({
      store,
      captcha: options.captcha,
      captchaEnforced: config.captchaEnforced,
      secret: options.secret,
      publicOrigin,
      limit: config.submissionLimit,
      windowMilliseconds: config.submissionWindowMilliseconds,
      log,
      onStored: options.onStored,
      showOrder: (request, response, status, { path: hostingPath, ...order }) =>
        pages.sendOwn(request, response, status, orderAddress(hostingPath, order.planId), { order }),
      showRefusal: (request, response, status) =>
        sendRepresentation(request, response, refusalPage(status, securityHeaders), status),
    }),
  );
  app.use(notFound);
  app.use(failed);

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
    else app(request, response);
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
