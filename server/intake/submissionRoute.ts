import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { orderAddress, resultAddress } from '../../shared/paths.ts';
import { limits, submissionHeaders } from '../../shared/submission.ts';
import type { Config } from '../config/config.ts';
import { clientKey } from '../http/clientKey.ts';
import type { Health } from '../http/health.ts';
import { isUtf8, mediaTypeOf, mediaTypes } from '../http/mediaType.ts';
import { otherNameOf } from '../http/origin.ts';
import { requestIdOf } from '../http/requestLog.ts';
import { deadlines } from '../lib/deadlines.ts';
import { inTime } from '../lib/inTime.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Pages } from '../pages/pages.ts';
import { sendBusy, sendRefusal } from '../pages/plainPages.ts';
import { createDecide, type Decision, type DecisionParts } from './decide.ts';
import { bodyTooLarge, type ParsedPost, parseJson, parsePlainForm } from './parsedPost.ts';
import { type Refusal, refusals } from './refusals.ts';
import { createSenderLimits } from './senderLimits.ts';

export type SubmissionParts = Omit<DecisionParts, 'senders' | 'noteForeign' | 'config'> & {
  readonly config: Config;
  readonly rateLimit: Outbox['rateLimit'];
  readonly pages: Pages;
  readonly health: Health;
  /** Told when something is stored. */
  readonly mail: { readonly wake: () => void };
  /** Told when the store has failed. */
  readonly alarms: { readonly noteStoreFault: () => void };
};

/** Milliseconds between two log lines about posts that were not stored. */
const faultInterval = 10_000;

/** Logs posts that were not stored: while the store is gone, a line for each would flood the log. */
function createFaultLog(log: Logger): (error: unknown, response: Response) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return (error, response) => {
    if (performance.now() - toldAt < faultInterval) {
      untold += 1;
      return;
    }
    toldAt = performance.now();
    log.error({ err: error, requestId: requestIdOf(response), ...(untold > 0 && { untold }) }, 'submission not stored');
    untold = 0;
  };
}

/** Between two log lines about another name of the site, in milliseconds. */
const otherNameInterval = 60 * 60 * 1000;

/** Warns of visitors who reach the site under another name: all that they send is refused. */
function createOtherNameLog(config: Config, log: Logger): (request: Request) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (request) => {
    const reachedBy = otherNameOf(request, config);
    if (reachedBy === undefined || performance.now() - toldAt < otherNameInterval) return;
    toldAt = performance.now();
    log.warn(
      { reachedBy, publicOrigin: config.publicOrigin },
      'a post was refused because its visitor reached the site under another name than PUBLIC_ORIGIN: have the proxy redirect that name',
    );
  };
}

type Shown = { readonly order: NonNullable<ParsedPost['plainOrder']>; readonly deadline: number };

/** Refuses a post. `shown`: a plain form post, answered with its hosting page: dialog open, typed text kept. */
async function refuse(
  pages: Pages,
  request: Request,
  response: Response,
  { status, error, fields }: Refusal,
  shown?: Shown,
): Promise<void> {
  if (shown) {
    const { family, plan, values } = shown.order;
    await pages.sendOwnPage(request, response, {
      kind: 'refusal',
      status,
      deadline: shown.deadline,
      address: orderAddress(family.path, plan.id),
      situation: { order: { planId: plan.id, values, errors: fields ?? {}, failed: fields === undefined } },
      sendInstead: () => (status === 429 ? sendRefusal(response, status) : sendBusy(response)),
    });
  } else if (mediaTypeOf(request) === mediaTypes.form) sendRefusal(response, status);
  else response.status(status).json({ success: false, error, fields });
}

function parse(request: Request): ParsedPost {
  const type = mediaTypeOf(request);
  if (type === mediaTypes.json) return parseJson(request);
  if (type === mediaTypes.form)
    return parsePlainForm(typeof request.body === 'string' ? request.body : '', clientKey(request));
  return { refusal: { status: 415, error: `The body must be ${mediaTypes.json} or ${mediaTypes.form}.` } };
}

function unreadable({ status }: { readonly status?: number }): Refusal {
  if (status === 413) return { status, error: bodyTooLarge };
  if (status === 415) return { status, error: 'The charset or encoding of the body is not supported.' };
  return { status: 400, error: 'The body cannot be read.' };
}

/** What answers a parsed post. If the store fails, the visitor keeps the typed text, and the log gets the cause. */
function createReceive(parts: SubmissionParts, senders: DecisionParts['senders']) {
  const decide = createDecide({ ...parts, senders, noteForeign: createOtherNameLog(parts.config, parts.log) });
  const noteFault = createFaultLog(parts.log);
  return async (request: Request, response: Response, parsed: ParsedPost): Promise<void> => {
    const deadline = performance.now() + deadlines.answer;
    const { plainOrder } = parsed;
    const deciding = decide({ request, response, parsed }).then((decision) => {
      if ('refusal' in decision) return decision;
      parts.health.note(true);
      // A replayed one may have been stored after its first answer, when nobody was woken.
      parts.mail.wake();
      return decision;
    });
    // What is under way goes on: the post may still be stored, and its key makes repeating safe.
    const decision = await inTime(deadlines.decision, deciding).catch((error: unknown): Decision => {
      noteFault(error, response);
      parts.health.note(false);
      parts.alarms.noteStoreFault();
      return { refusal: refusals.unavailable };
    });
    if ('refusal' in decision) {
      const { refusal } = decision;
      const isShown = refusal !== refusals.excess || senders.isShown(request);
      const shown = isShown && plainOrder ? { order: plainOrder, deadline } : undefined;
      return refuse(parts.pages, request, response, refusal, shown);
    }
    response.setHeader(submissionHeaders.reference, decision.reference);
    if (plainOrder) response.redirect(303, resultAddress(plainOrder.family.path, decision.reference));
    else response.json({ success: true });
  };
}

// The body parsers decode some other charsets a hundred times slower.
const refuseCharsets: RequestHandler = (request, _response, next) =>
  next(isUtf8(request) ? undefined : { status: 415 });

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

const methodNotAllowed: RequestHandler = (_request, response) => {
  response.setHeader('Allow', 'POST');
  response.status(405).json({ success: false, error: 'Submissions are posted.' });
};

/**
 * The submissions endpoint: parses a post, applies origin check, rate limit and captcha, stores it and answers.
 * `queueBody` puts a request whose body is read into the task queue.
 */
export function submissionRoute(parts: SubmissionParts, queueBody: RequestHandler): Router {
  const { config, pages, rateLimit } = parts;
  const senders = createSenderLimits(config, (name) => rateLimit?.(name));
  const receive = createReceive(parts, senders);

  const admit: RequestHandler = async (request, response, next) => {
    const admission = await senders.admit(request, response);
    if (admission === 'admitted') next();
    else await refuse(pages, request, response, refusals[admission]);
  };
  const receiveUnreadable: ErrorRequestHandler = (error, request, response, _next) =>
    receive(request, response, { refusal: unreadable(error) });

  return Router()
    .all('/', noStore)
    .post(
      '/',
      admit,
      refuseCharsets,
      express.json({ limit: limits.body, strict: true }),
      express.text({ type: mediaTypes.form, limit: limits.readPlainForm, inflate: false }),
      receiveUnreadable,
      queueBody,
      (request: Request, response: Response) => receive(request, response, parse(request)),
    )
    .all('/', methodNotAllowed);
}
