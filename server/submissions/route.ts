import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { resultAddress } from '../../shared/paths.ts';
import { limits, type SubmissionAnswer, submissionHeaders } from '../../shared/submission.ts';
import { isUtf8, mediaTypeOf, mediaTypes } from '../mediaType.ts';
import { requestIdOf } from '../requestLog.ts';
import {
  type Attempt,
  bodyTooLarge,
  type PlainOrder,
  readJsonAttempt,
  readPlainAttempt,
  readPlainOrder,
  refused,
} from './attempt.ts';
import { bundleWait } from './bundle.ts';
import type { Captchas, Verdict } from './captcha/captcha.ts';
import { clientKey } from './clientKey.ts';
import type { Flood } from './flood.ts';
import { isForeign } from './origin.ts';
import { senderLimits } from './senderLimits.ts';
import type { IdempotencyKey, NewSubmission, Store } from './store.ts';

export type SubmissionRouteOptions = {
  readonly store: Store;
  readonly log: Logger;
  readonly captchas: Captchas;
  /** Whether a submission without a valid token is always refused. */
  readonly captchaEnforced: boolean;
  readonly flood: Flood;
  /** What the plain form posts' keys are made with. */
  readonly secret: Uint8Array;
  readonly publicOrigin: string | undefined;
  /** Lets a body that was read wait for its turn. */
  readonly bodyInTurn: RequestHandler;
  /** Posts per client address in this time. */
  readonly limit: number;
  readonly windowMilliseconds: number;
  /** Called once something new is stored, and where that cannot be done. */
  readonly onStored: () => void;
  readonly onUnavailable: () => void;
  /** Answers a plain form post with its hosting page: dialog open, what was typed kept. */
  readonly showOrder: (request: Request, response: Response, status: number, shown: ShownOrder) => Promise<void>;
  /** Answers a plain form post whose plan is not known with a page that says so. */
  readonly showRefusal: (request: Request, response: Response, status: number) => void;
};

export type ShownOrder = {
  readonly path: string;
  readonly planId: string;
  readonly values: { readonly [field: string]: string };
  readonly errors: { readonly [field: string]: string };
  /** Whether it was no field's fault: the failure text is shown. */
  readonly failed: boolean;
  /** Whether another site's page has posted it. */
  readonly isForeign: boolean;
};

declare global {
  namespace Express {
    interface Locals {
      attempt: Attempt;
      /** Set for a plain form post that names a plan. */
      plainOrder?: PlainOrder | undefined;
    }
  }
}

/** The way of a submission: check whence it comes, read it, count it against its sender, check its captcha, store it. */
export function submissionRoute(options: SubmissionRouteOptions): Router {
  const { store, log } = options;
  const foreign = (request: Request) => isForeign(request, options.publicOrigin);
  const isStored = async (idempotency: IdempotencyKey) => (await store.replayed(idempotency)) !== undefined;

  const answer = async (
    request: Request,
    response: Response,
    status: number,
    body: SubmissionAnswer,
  ): Promise<void> => {
    const order = response.locals.plainOrder;
    if (!order) {
      if (mediaTypeOf(request) === mediaTypes.form) options.showRefusal(request, response, status);
      else response.status(status).json(body);
      return;
    }
    await options.showOrder(request, response, status, {
      path: order.family.path,
      planId: order.plan.id,
      values: order.values,
      errors: body.fields ?? {},
      failed: body.fields === undefined,
      isForeign: foreign(request),
    });
  };

  // Some that the body parsers know take a hundred times as long to decode.
  const refuseCharsets: RequestHandler = (request, _response, next) =>
    next(isUtf8(request) ? undefined : { status: 415 });

  const unreadable: ErrorRequestHandler = (error: { status?: number }, _request, response, next) => {
    response.locals.attempt =
      error.status === 413
        ? refused(413, bodyTooLarge)
        : error.status === 415
          ? refused(415, 'The charset or encoding of the body is not supported.')
          : refused(400, 'The body cannot be read.');
    next();
  };

  const understand: RequestHandler = (request, response, next) => {
    if (response.locals.attempt) return next();
    const type = mediaTypeOf(request);
    if (type === mediaTypes.json) {
      response.locals.attempt = readJsonAttempt(request);
    } else if (type === mediaTypes.form) {
      response.locals.plainOrder = readPlainOrder(typeof request.body === 'string' ? request.body : '');
      response.locals.attempt = readPlainAttempt(response.locals.plainOrder, clientKey(request), options.secret);
    } else {
      response.locals.attempt = refused(415, `The body must be ${mediaTypes.json} or ${mediaTypes.form}.`);
    }
    next();
  };

  const senders = senderLimits({
    limit: options.limit,
    windowMilliseconds: options.windowMilliseconds,
    isForeign: foreign,
    isReplay: async (response) => {
      const { attempt } = response.locals as Express.Locals;
      return attempt?.valid === true && attempt.idempotency !== undefined && isStored(attempt.idempotency);
    },
    refuseExcess: (request, response) =>
      answer(request, response, 429, { success: false, error: 'Too many submissions. Please wait a while.' }),
    refuseForeign: (request, response) =>
      answer(request, response, 403, { success: false, error: 'This form can only be sent from the site itself.' }),
  });

  /** What the captcha says of the token that came along. A repeated post needs none, and its token may be used up. */
  const judge = async (
    request: Request,
    { kind }: NewSubmission,
    idempotency: IdempotencyKey | undefined,
  ): Promise<Verdict | undefined> => {
    const token = request.get(submissionHeaders.captchaToken)?.trim();
    if (!token || (idempotency && (await isStored(idempotency)))) return undefined;
    return options.captchas[kind].verify(token, Date.now());
  };

  const submit: RequestHandler = async (request, response) => {
    const { attempt, plainOrder } = response.locals;
    const requestId = requestIdOf(response);
    if (!attempt.valid) {
      const { status, error, fields } = attempt;
      await answer(request, response, status, { success: false, error, ...(fields ? { fields } : {}) });
      return;
    }
    const { submission, idempotency } = attempt;
    const verdict = await judge(request, submission, idempotency);
    const isFlooded = await options.flood.look();
    const required = options.captchaEnforced || isFlooded;
    if (verdict?.verdict === 'unreachable' && required) {
      await answer(request, response, 503, {
        success: false,
        error: 'The captcha cannot be checked right now. Please try again in a moment.',
      });
      return;
    }
    const token = verdict?.verdict === 'valid' ? verdict : undefined;
    const markedDueAt = isFlooded ? Date.now() + bundleWait : undefined;
    const result = await store.submit(submission, idempotency, { token, required, markedDueAt });
    if (result.outcome === 'unproven') {
      await answer(request, response, 403, {
        success: false,
        error: `${submissionHeaders.captchaToken} is missing, wrong, expired or was used before.`,
      });
      return;
    }
    if (result.outcome === 'conflict') {
      await answer(request, response, 422, {
        success: false,
        error: `This ${submissionHeaders.idempotencyKey} was used for another submission.`,
      });
      return;
    }
    const { reference, outcome } = result;
    log.info(
      { requestId, reference, kind: submission.kind, plan: submission.planId, captcha: verdict?.verdict ?? 'none' },
      `submission ${outcome}`,
    );
    if (outcome === 'stored') options.onStored();
    response.setHeader(submissionHeaders.reference, reference);
    if (plainOrder) response.redirect(303, resultAddress(plainOrder.family.path, reference));
    else response.json({ success: true });
  };

  /** Only the store can fail here: the visitor keeps what was typed, the log gets the cause. */
  const unavailable: ErrorRequestHandler = async (error, request, response, _next) => {
    log.error({ err: error, requestId: requestIdOf(response) }, 'submission not stored');
    options.onUnavailable();
    await answer(request, response, 503, {
      success: false,
      error: 'Submissions cannot be taken right now. Please try again in a moment.',
    });
  };

  const keptByNobody: RequestHandler = (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  };

  const methodNotAllowed: RequestHandler = (_request, response) => {
    response.setHeader('Allow', 'POST');
    response.status(405).json({ success: false, error: 'Submissions are posted.' });
  };

  return Router()
    .all('/', keptByNobody)
    .post(
      '/',
      senders.unread,
      refuseCharsets,
      express.json({ limit: limits.body, strict: true }),
      express.text({ type: mediaTypes.form, limit: limits.readPlainForm, inflate: false }),
      unreadable,
      options.bodyInTurn,
      understand,
      senders.read,
      submit,
      unavailable,
    )
    .all('/', methodNotAllowed);
}
