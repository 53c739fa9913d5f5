import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { orderAddress, resultAddress } from '../../shared/paths.ts';
import { limits, submissionHeaders } from '../../shared/submission.ts';
import type { Config } from '../config/config.ts';
import { clientKey, isWithin, limitClient } from '../http/clients.ts';
import { isForeign, isUtf8, mediaTypeOf, mediaTypes, otherNameOf, requestIdOf } from '../http/request.ts';
import { deadlines } from '../lib/deadlines.ts';
import { createLogLimit } from '../lib/logLimit.ts';
import { hour, minute } from '../lib/times.ts';
import { withTimeout } from '../lib/withTimeout.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Pages } from '../pages/pages.ts';
import { refusalPage, sendPlain } from '../pages/plainPages.ts';
import { type Accepted, type AcceptPostServices, acceptPost, type Refusal, refusals } from './acceptPost.ts';
import { bodyTooLarge, type ParsedPost, type PlainOrder, parseJson, parsePlainForm } from './parsedPost.ts';

export type SubmissionServices = AcceptPostServices & {
  readonly http: Config['http'];
  readonly limits: Config['limits'];
  readonly rateLimit: Outbox['rateLimit'];
  readonly pages: Pages;
  readonly alarms: { readonly recordStoreFault: () => void };
};

function parse(request: Request): ParsedPost {
  const type = mediaTypeOf(request);
  if (type === mediaTypes.json) return parseJson(request);
  if (type === mediaTypes.form) return parsePlainForm(request.body ?? '', clientKey(request));
  return { refusal: { status: 415, error: `The body must be ${mediaTypes.json} or ${mediaTypes.form}.` } };
}

function unreadable({ status }: { readonly status?: number }): Refusal {
  if (status === 413) return { status, error: bodyTooLarge };
  if (status === 415) return { status, error: 'The charset or encoding of the body is not supported.' };
  return { status: 400, error: 'The body cannot be read.' };
}

/**
 * Answers a plain post: redirects to the result, or after a refusal shows the open order dialog with the typed texts. `order` is
 * undefined if the form names no plan of ours. `deadline`: the value of `performance.now()` at which the response must begin.
 */
async function respondWithPage(
  request: Request,
  response: Response,
  result: Accepted | Refusal,
  order: PlainOrder | undefined,
  deadline: number,
  pages: Pages,
): Promise<void> {
  if ('reference' in result) return response.redirect(303, resultAddress(order?.family.path ?? '/', result.reference));
  const { status, fields } = result;
  if (!order) return sendPlain(response, status, refusalPage(status));
  const { family, plan, values } = order;
  const situation = { planId: plan.id, values, errors: fields ?? {}, failed: fields === undefined };
  const page = { status, deadline, address: orderAddress(family.path, plan.id), situation };
  if (await pages.sendOwnPage(request, response, page)) return;
  const plainStatus = result === refusals.excess || result === refusals.foreign ? status : 503;
  sendPlain(response, plainStatus, refusalPage(plainStatus));
}

/** Creates the function that accepts and answers a parsed post. If the store fails, the visitor keeps the typed text. */
function createReceive(services: SubmissionServices) {
  const { http, log, pages, alarms, rateLimit } = services;
  // While the store is out of reach, a line for each post would fill the log.
  const limitFaults = createLogLimit(10_000);
  const limitOtherNames = createLogLimit(hour);
  const limitPosts = limitClient({
    limit: services.limits.submissionLimit,
    windowMs: services.limits.submissionWindowMilliseconds,
    handler: () => {},
    ...(rateLimit && { store: rateLimit('posts') }),
  });
  // Replays with one idempotency key or several. They are counted in memory, so that a replay writes nothing.
  const limitReplays = limitClient({ limit: 60, windowMs: 10 * minute, handler: () => {} });

  const logOtherName = (request: Request): void => {
    const reachedBy = otherNameOf(request, http);
    if (reachedBy === undefined || limitOtherNames() === undefined) return;
    log.warn(
      { reachedBy, publicOrigin: http.publicOrigin },
      'a post was refused because its visitor reached the site under another name than PUBLIC_ORIGIN: have the proxy redirect that name',
    );
  };

  return async (request: Request, response: Response, parsed: ParsedPost): Promise<void> => {
    const deadline = performance.now() + deadlines.answer;
    const requestId = requestIdOf(response);
    const post = {
      ...parsed,
      requestId,
      isForeign: isForeign(request, http),
      isOverLimit: async (isReplay: boolean) =>
        !(await isWithin(isReplay ? limitReplays : limitPosts, request, response)),
      captchaToken: request.get(submissionHeaders.captchaToken)?.trim(),
    };
    if (post.isForeign) logOtherName(request);
    // After the deadline, `acceptPost` goes on and may still store the post. The idempotency key makes it safe to post again.
    const accepting = withTimeout(deadlines.decision, acceptPost(post, services));
    const result: Accepted | Refusal = await accepting.catch((error: unknown) => {
      const leftOut = limitFaults();
      if (leftOut !== undefined)
        log.error({ err: error, requestId, ...(leftOut > 0 && { leftOut }) }, 'submission not stored');
      alarms.recordStoreFault();
      return refusals.unavailable;
    });
    if ('reference' in result) response.set(submissionHeaders.reference, result.reference);
    if (mediaTypeOf(request) === mediaTypes.form)
      await respondWithPage(request, response, result, parsed.plainOrder, deadline, pages);
    else if ('reference' in result) response.json({ success: true });
    else response.status(result.status).json({ success: false, error: result.error, fields: result.fields });
  };
}

// Refuses all charsets but UTF-8, because the body parsers decode some of them a hundred times slower.
const refuseCharsets: RequestHandler = (request, _response, next) =>
  next(isUtf8(request) ? undefined : { status: 415 });

const allowOnlyPost: RequestHandler = (request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  if (request.method === 'POST') next();
  else response.status(405).set('Allow', 'POST').json({ success: false, error: 'Submissions are posted.' });
};

/** The submissions endpoint. `queueBody` queues a post when its body has arrived, which may be long after its headers. */
export function submissionRoute(services: SubmissionServices, queueBody: RequestHandler): Router {
  const receive = createReceive(services);
  const receiveUnreadable: ErrorRequestHandler = (error, request, response, _next) =>
    receive(request, response, { refusal: unreadable(error) });
  return Router()
    .all('/', allowOnlyPost)
    .post(
      '/',
      refuseCharsets,
      express.json({ limit: limits.body, strict: true }),
      express.text({ type: mediaTypes.form, limit: limits.readPlainForm, inflate: false }),
      receiveUnreadable,
      queueBody,
      (request: Request, response: Response) => receive(request, response, parse(request)),
    );
}
