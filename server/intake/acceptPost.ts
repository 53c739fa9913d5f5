import type { Logger } from 'pino';
import { type FieldErrors, submissionHeaders } from '../../shared/submission.ts';
import { logEvents } from '../lib/logEvents.ts';
import type { Store } from '../outbox/store.ts';
import type { NewSubmission } from '../outbox/submission.ts';
import type { IsFlooded } from './floodDetector.ts';
import type { ParsedPost } from './parsedPost.ts';

/** The result of verifying a token. `id` identifies the token among used tokens; `expiresAt` is in milliseconds since 1970. */
export type Verdict =
  | { readonly verdict: 'valid'; readonly id: string; readonly expiresAt: number }
  | { readonly verdict: 'invalid' }
  /** The verification service did not answer, or refuses this site. */
  | { readonly verdict: 'unreachable' };

export type Captcha = {
  /** Verifies any text as a token. The store checks whether the token was used before. Rejects if the secret cannot be read. */
  readonly verify: (token: string, now: number) => Promise<Verdict>;
};

export type Post = ParsedPost & {
  readonly requestId: string;
  readonly isForeign: boolean;
  /** Counts the post, or the replay of one, for its client. Resolves with true if the client has sent too many of them. */
  readonly isOverLimit: (isReplay: boolean) => Promise<boolean>;
  readonly captchaToken: string | undefined;
};

export type AcceptPostServices = {
  readonly store: Store;
  readonly captchas: { readonly [Kind in NewSubmission['kind']]: Captcha };
  readonly isFlooded: IsFlooded;
  /** The secret of the site, from which the idempotency keys of plain posts without a form key are made. */
  readonly secret: () => Promise<Uint8Array>;
  readonly acceptance: { readonly isCaptchaEnforced: boolean; readonly confirms: boolean; readonly mailDomain: string };
  readonly log: Logger;
};

/** Why a post is refused: the status of the response and its text, with a message for each field at fault. */
export type Refusal = { readonly status: number; readonly error: string; readonly fields?: FieldErrors | undefined };

/** `acceptPost` returns these refusals, except `unavailable`: the route sends that one when `acceptPost` rejects. */
export const refusals = {
  foreign: { status: 403, error: 'This form can only be sent from the site itself.' },
  excess: { status: 429, error: 'Too many submissions. Please wait a while.' },
  captchaUnreachable: { status: 503, error: 'The captcha cannot be checked right now. Please try again in a moment.' },
  unverified: {
    status: 403,
    error: `${submissionHeaders.captchaToken} is missing, wrong, expired or was used before.`,
  },
  conflict: { status: 422, error: `This ${submissionHeaders.idempotencyKey} was used for another submission.` },
  unavailable: { status: 503, error: 'Submissions cannot be taken right now. Please try again in a moment.' },
} as const satisfies Record<string, Refusal>;

export type Accepted = { readonly reference: string };

/** Stores a post, or says why the post is refused. Rejects when the store fails. */
export async function acceptPost(post: Post, services: AcceptPostServices): Promise<Accepted | Refusal> {
  const { store, captchas, secret, acceptance, log } = services;
  const { submissions } = store;
  if (post.isForeign) return refusals.foreign;

  const key = post.makeKey?.(await secret());
  // A replay counts against a limit of its own. It needs no token, because the first post has used its token up:
  // `submissions.add` finds the stored submission before it looks for a token.
  const earlier = key && (await submissions.findByKey(key));
  const isReplay = earlier !== undefined;
  if (await post.isOverLimit(isReplay)) return refusals.excess;

  const { submission } = post;
  if (!submission) return post.refusal;

  const token = isReplay ? undefined : post.captchaToken;
  const verdict = token ? await captchas[submission.kind].verify(token, Date.now()) : undefined;
  const valid = verdict?.verdict === 'valid' ? verdict : undefined;
  const isFlooded = await services.isFlooded();
  const required = acceptance.isCaptchaEnforced || isFlooded;
  if (required && verdict?.verdict === 'unreachable') return refusals.captchaUnreachable;

  // No confirmations in a flood: somebody may flood the site in order to send mails to strangers.
  const confirms = acceptance.confirms && !isFlooded;
  const added =
    earlier && submissions.isCommitted(earlier)
      ? ({ outcome: 'replayed', reference: earlier } as const)
      : await submissions.add(submission, key, { ...acceptance, token: valid, required, confirms });
  // `unverified`: a token is required, and the token is missing, invalid or used up. `conflict`: the key belongs to another body.
  if (!('reference' in added)) return refusals[added.outcome];

  const { reference, outcome } = added;
  const { kind, planId: plan } = submission;
  const fields = { requestId: post.requestId, reference, kind, plan, captcha: verdict?.verdict ?? 'none' };
  if (outcome === 'stored') log.info({ event: logEvents.submissionStored, ...fields }, 'submission stored');
  else log.info(fields, 'submission replayed');
  return { reference };
}
