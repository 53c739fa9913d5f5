import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { resultAddress } from '../../shared/paths.ts';
import { limits, submissionHeaders } from '../../shared/submission.ts';
import { clientKey } from '../http/clientKey.ts';
import { isUtf8, mediaTypeOf, mediaTypes } from '../http/mediaType.ts';
import { isForeign } from '../http/origin.ts';
import { requestIdOf } from '../http/requestLog.ts';
import { deadlines } from '../lib/deadlines.ts';
import { inTime } from '../lib/inTime.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { confirmationRecipient } from '../outbox/confirmationRecipient.ts';
import { digestWait } from '../outbox/flags.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { NewSubmission, Store } from '../outbox/store.ts';
import type { Captchas, Verdict } from './captcha/captcha.ts';
import type { FloodDetector } from './floodDetector.ts';
import { bodyTooLarge, type ParsedPost, parseJson, parsePlainForm, type Refusal } from './parsedPost.ts';
import { refusals } from './refusals.ts';
import { senderLimits } from './senderLimits.ts';

export type SubmissionRouteOptions = {
  readonly store: Store;
  readonly log: Logger;
  readonly captchas: Captchas;
  /** Whether a submission without a valid token is always refused. */
  readonly captchaEnforced: boolean;
  readonly flood: FloodDetector;
  /** Whether senders get confirmations. */
  readonly confirms: boolean;
  /** The secret of the plain form posts' idempotency keys, and of `confirmationRecipient`. */
  readonly secret: Uint8Array;
  readonly rateLimit: Outbox['rateLimit'];
  readonly publicOrigin: string | undefined;
  /** Puts a request whose body is read into the task queue. */
  readonly queueBody: RequestHandler;
  /** Posts per client address in one window. */
  readonly limit: number;
  readonly windowMilliseconds: number;
  /** Called after a submission is acknowledged. */
  readonly onStored: () => void;
  /** Called when the store fails. */
  readonly onUnavailable: () => void;
  /** Answers a plain form post with its hosting page: dialog open, typed text kept. */
  readonly showOrder: (request: Request, response: Response, status: number, shown: ShownOrder) => Promise<void>;
  /** Answers a plain form post that names no known plan. */
  readonly showRefusal: (request: Request, response: Response, status: number) => void;
};

export type ShownOrder = {
  readonly path: string;
  readonly planId: string;
  readonly values: { readonly [field: string]: string };
  readonly errors: { readonly [field: string]: string };
  /** Whether the failure text is shown: no field is at fault. */
  readonly failed: boolean;
  /** When the answer must begin, as `performance.now()` tells it. */
  readonly deadline: number;
};

/**
 * Posts whose steps in the store run at once, fewer than it has connections for visitors. In a rush the first are stored in
 * time, instead of all too late.
 */
const concurrency = 6;
/** Milliseconds between two log lines about posts that were not stored. */
const faultInterval = 10_000;

/** The submissions endpoint: parses a post, applies origin check, rate limit and captcha, stores it and answers. */
export function submissionRoute(options: SubmissionRouteOptions): Router {
  const { store, log } = options;
  const foreign = (request: Request) => isForeign(request, options.publicOrigin);
  const senders = senderLimits({
    limit: options.limit,
    windowMilliseconds: options.windowMilliseconds,
    isForeign: foreign,
    storeOf: (name) => options.rateLimit?.(name, options.secret),
  });

  const turns = createSemaphore(concurrency);
  let faultToldAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  /** While the store is gone, a line for each post would flood the log. */
  const noteFault = (error: unknown, response: Response): void => {
    if (performance.now() - faultToldAt < faultInterval) {
      untold += 1;
      return;
    }
    faultToldAt = performance.now();
    log.error({ err: error, requestId: requestIdOf(response), ...(untold > 0 && { untold }) }, 'submission not stored');
    untold = 0;
  };

  const refuse = async (
    request: Request,
    response: Response,
    { status, error, fields }: Refusal,
    shown?: { readonly order: NonNullable<ParsedPost['plainOrder']>; readonly deadline: number },
  ): Promise<void> => {
    if (shown) {
      const { order, deadline } = shown;
      await options.showOrder(request, response, status, {
        path: order.family.path,
        planId: order.plan.id,
        values: order.values,
        errors: fields ?? {},
        failed: fields === undefined,
        deadline,
      });
    } else if (mediaTypeOf(request) === mediaTypes.form) options.showRefusal(request, response, status);
    else response.status(status).json({ success: false, error, fields });
  };

  const admit: RequestHandler = async (request, response, next) => {
    const admission = await senders.admit(request, response);
    if (admission === 'admitted') next();
    else await refuse(request, response, refusals[admission]);
  };

  // The body parsers decode some other charsets a hundred times slower.
  const refuseCharsets: RequestHandler = (request, _response, next) =>
    next(isUtf8(request) ? undefined : { status: 415 });

  const parse = (request: Request): ParsedPost => {
    const type = mediaTypeOf(request);
    if (type === mediaTypes.json) return parseJson(request);
    if (type === mediaTypes.form)
      return parsePlainForm(typeof request.body === 'string' ? request.body : '', clientKey(request), options.secret);
    return { refusal: { status: 415, error: `The body must be ${mediaTypes.json} or ${mediaTypes.form}.` } };
  };

  /** The captcha's verdict on the token of a post; undefined without one. */
  const verifyToken = async (request: Request, kind: NewSubmission['kind']): Promise<Verdict | undefined> => {
    const token = request.get(submissionHeaders.captchaToken)?.trim();
    return token ? options.captchas[kind].verify(token, Date.now()) : undefined;
  };

  type Decision = { readonly refusal: Refusal } | { readonly reference: string };

  /** Stores a post, unless it is refused. Rejects when the store fails. */
  const decide = async (request: Request, response: Response, parsed: ParsedPost): Promise<Decision> => {
    const { submission, idempotency } = parsed;
    if (foreign(request)) return { refusal: refusals.foreign };
    const begun = performance.now();
    const inTurn = <Result>(step: () => Promise<Result>, urgent: boolean) =>
      turns(() => {
        // Answered already.
        if (performance.now() - begun >= deadlines.decision) throw new Error('too many submissions at once');
        return step();
      }, urgent);
    const admission = await inTurn(async () => {
      if (idempotency && (await store.replayed(idempotency)) !== undefined) return 'replay';
      return (await senders.isWithinLimit(request, response)) ? 'new' : 'excess';
    }, false);
    if (admission === 'excess') return { refusal: refusals.excess };
    if (!submission) return { refusal: parsed.refusal };

    // A replay needs no token, and its own is used up.
    const verdict = admission === 'replay' ? undefined : await verifyToken(request, submission.kind);
    const token = verdict?.verdict === 'valid' ? verdict : undefined;
    const result = await inTurn(async () => {
      const isFlooded = await options.flood.check();
      const required = options.captchaEnforced || isFlooded;
      if (verdict?.verdict === 'unreachable' && required) return { outcome: 'captchaUnreachable' } as const;
      return store.submit(submission, idempotency, {
        token,
        required,
        flaggedDelay: isFlooded ? digestWait : undefined,
        // In a flood, mails to strangers are what somebody may want.
        confirmationRecipient:
          options.confirms && !isFlooded ? confirmationRecipient(submission.email, options.secret) : undefined,
      });
    }, true);
    if (!('reference' in result)) return { refusal: refusals[result.outcome] };

    const { reference, outcome } = result;
    // Its twin was not stored yet when it was counted.
    if (outcome === 'replayed' && admission === 'new') await senders.takeBack(request).catch(() => {});
    log.info(
      {
        requestId: requestIdOf(response),
        reference,
        kind: submission.kind,
        plan: submission.planId,
        captcha: verdict?.verdict ?? 'none',
      },
      `submission ${outcome}`,
    );
    // A replayed one may have been stored after its first answer, when nobody was woken.
    options.onStored();
    return { reference };
  };

  /** Answers a post. If the store fails, the visitor keeps the typed text, and the log gets the cause. */
  const receive = async (request: Request, response: Response, parsed: ParsedPost): Promise<void> => {
    const deadline = performance.now() + deadlines.answer;
    const { plainOrder } = parsed;
    // What is under way goes on: the post may still be stored, and its key makes repeating safe.
    const deciding = inTime(deadlines.decision, decide(request, response, parsed));
    const decision = await deciding.catch((error: unknown): Decision => {
      noteFault(error, response);
      options.onUnavailable();
      return { refusal: refusals.unavailable };
    });
    if ('refusal' in decision) {
      const { refusal } = decision;
      const isShown = refusal !== refusals.excess || senders.isShown(request);
      return refuse(request, response, refusal, isShown && plainOrder ? { order: plainOrder, deadline } : undefined);
    }
    response.setHeader(submissionHeaders.reference, decision.reference);
    if (plainOrder) response.redirect(303, resultAddress(plainOrder.family.path, decision.reference));
    else response.json({ success: true });
  };

  const receiveUnreadable: ErrorRequestHandler = ({ status }: { status?: number }, request, response, _next) => {
    const refusal: Refusal =
      status === 413
        ? { status, error: bodyTooLarge }
        : status === 415
          ? { status, error: 'The charset or encoding of the body is not supported.' }
          : { status: 400, error: 'The body cannot be read.' };
    return receive(request, response, { refusal });
  };

  const noStore: RequestHandler = (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  };

  const methodNotAllowed: RequestHandler = (_request, response) => {
    response.setHeader('Allow', 'POST');
    response.status(405).json({ success: false, error: 'Submissions are posted.' });
  };

  return Router()
    .all('/', noStore)
    .post(
      '/',
      admit,
      refuseCharsets,
      express.json({ limit: limits.body, strict: true }),
      express.text({ type: mediaTypes.form, limit: limits.readPlainForm, inflate: false }),
      receiveUnreadable,
      options.queueBody,
      (request: Request, response: Response) => receive(request, response, parse(request)),
    )
    .all('/', methodNotAllowed);
}
