import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { submissionHeaders } from '../../shared/submission.ts';
import type { Config } from '../config/config.ts';
import { requestIdOf } from '../http/requestLog.ts';
import { deadlines } from '../lib/deadlines.ts';
import { logEvents } from '../lib/logEvents.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { confirmationRecipient } from '../outbox/confirmationCap.ts';
import type { Store } from '../outbox/store.ts';
import type { NewSubmission } from '../outbox/submission.ts';
import type { IdempotencyKey } from '../outbox/submissions.ts';
import type { Captchas, Verdict } from './captcha/captcha.ts';
import type { FloodDetector } from './floodDetector.ts';
import type { ParsedPost } from './parsedPost.ts';
import { type Refusal, refusals } from './refusals.ts';
import type { SenderLimits } from './senderLimits.ts';

export type DecisionParts = {
  readonly config: Pick<Config, 'captchaEnforced' | 'mailConfirm'>;
  readonly log: Logger;
  readonly store: Store;
  readonly captchas: Captchas;
  readonly flood: FloodDetector;
  /** The secret of the plain form posts' idempotency keys, and of `confirmationRecipient`. */
  readonly secret: () => Promise<Uint8Array>;
  readonly senders: SenderLimits;
  /** Told of each post that is refused as another site's. */
  readonly noteForeign: (request: Request) => void;
  /** Posts whose steps in the store run at once. In a rush the first are stored in time, instead of all too late. */
  readonly postsAtOnce: number;
};

export type Post = { readonly request: Request; readonly response: Response; readonly parsed: ParsedPost };
export type Decision = { readonly refusal: Refusal } | { readonly reference: string };

/** Makes what stores a post, unless it is refused. That rejects when the store fails. */
export function createDecide(parts: DecisionParts): (post: Post) => Promise<Decision> {
  const turns = createSemaphore(parts.postsAtOnce);
  return (post) => {
    const begun = performance.now();
    return decide(parts, post, (step, urgent) =>
      turns(() => {
        // Answered already.
        if (performance.now() - begun >= deadlines.decision) throw new Error('too many submissions at once');
        return step();
      }, urgent),
    );
  };
}

type InTurn = <Result>(step: () => Promise<Result>, urgent: boolean) => Promise<Result>;

async function decide(parts: DecisionParts, post: Post, inTurn: InTurn): Promise<Decision> {
  const { request, parsed } = post;
  const { submission } = parsed;
  if (parts.senders.isForeign(request)) {
    parts.noteForeign(request);
    return { refusal: refusals.foreign };
  }
  const idempotency = parsed.idempotency?.(await parts.secret());
  const admission = await inTurn(() => count(parts, post, idempotency), false);
  if (admission === 'excess') return { refusal: refusals.excess };
  if (!submission) return { refusal: parsed.refusal };

  // A replay needs no token, and its own is used up.
  const verdict = admission === 'replay' ? undefined : await verifyToken(parts, request, submission.kind);
  const result = await inTurn(() => submit(parts, submission, idempotency, verdict), true);
  if (!('reference' in result)) return { refusal: refusals[result.outcome] };

  // Its twin was not stored yet when it was counted.
  if (result.outcome === 'replayed' && admission === 'new') await parts.senders.takeBack(request).catch(() => {});
  logStored(parts.log, post, submission, result, verdict);
  return { reference: result.reference };
}

/** Counts a post of a client, unless it is the repetition of a stored one. */
async function count(
  { store, senders }: DecisionParts,
  { request, response }: Post,
  idempotency: IdempotencyKey | undefined,
): Promise<'replay' | 'new' | 'excess'> {
  if (idempotency && (await store.submissions.findByKey(idempotency)) !== undefined) return 'replay';
  return (await senders.isWithinLimit(request, response)) ? 'new' : 'excess';
}

/** The captcha's verdict on the token of a post; undefined without one. */
async function verifyToken(
  { captchas }: DecisionParts,
  request: Request,
  kind: NewSubmission['kind'],
): Promise<Verdict | undefined> {
  const token = request.get(submissionHeaders.captchaToken)?.trim();
  return token ? captchas[kind].verify(token, Date.now()) : undefined;
}

async function submit(
  { config, store, flood, secret }: DecisionParts,
  submission: NewSubmission,
  idempotency: IdempotencyKey | undefined,
  verdict: Verdict | undefined,
) {
  const isFlooded = await flood.check();
  const required = config.captchaEnforced || isFlooded;
  if (verdict?.verdict === 'unreachable' && required) return { outcome: 'captchaUnreachable' } as const;
  return store.submissions.add(submission, idempotency, {
    token: verdict?.verdict === 'valid' ? verdict : undefined,
    required,
    // In a flood, mails to strangers are what somebody may want.
    confirmationRecipient:
      config.mailConfirm && !isFlooded ? confirmationRecipient(submission.email, await secret()) : undefined,
  });
}

function logStored(
  log: Logger,
  { response }: Post,
  { kind, planId }: NewSubmission,
  { reference, outcome }: { readonly reference: string; readonly outcome: 'stored' | 'replayed' },
  verdict: Verdict | undefined,
): void {
  const fields = {
    requestId: requestIdOf(response),
    reference,
    kind,
    plan: planId,
    captcha: verdict?.verdict ?? 'none',
  };
  if (outcome === 'stored') log.info({ event: logEvents.submissionStored, ...fields }, 'submission stored');
  else log.info(fields, 'submission replayed');
}
