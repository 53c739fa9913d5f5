import type { Request, Response } from 'express';
import { orderAddress, resultAddress } from '../../shared/paths.ts';
import { submissionHeaders } from '../../shared/submission.ts';
import type { Pages } from '../pages/pages.ts';
import { plainPages, refusalPage, sendPlain } from '../pages/plainPages.ts';
import { type Accepted, type Refusal, refusals } from './acceptPost.ts';
import type { PlainOrder } from './parsedPost.ts';

/** Answers a script's post. */
export function answerWithJson(response: Response, result: Accepted | Refusal): void {
  if ('reference' in result) response.set(submissionHeaders.reference, result.reference).json({ success: true });
  else response.status(result.status).json({ success: false, error: result.error, fields: result.fields });
}

type PageAnswer = {
  readonly pages: Pages;
  /** Undefined: the form names no plan of ours. */
  readonly order: PlainOrder | undefined;
  /** The value of `performance.now()` at which the answer must begin. */
  readonly deadline: number;
};

/** Answers a plain form with a redirect to the result, or with the hosting page, its dialog open and the typed texts in it. */
export async function answerWithPage(
  request: Request,
  response: Response,
  result: Accepted | Refusal,
  { pages, order, deadline }: PageAnswer,
): Promise<void> {
  if ('reference' in result) {
    response.set(submissionHeaders.reference, result.reference);
    return response.redirect(303, resultAddress(order?.family.path ?? '/', result.reference));
  }
  const { status, fields } = result;
  if (!order) return sendPlain(response, status, refusalPage(status));
  const { family, plan, values } = order;
  const hasOwnPage = result === refusals.excess || result === refusals.foreign;
  await pages.sendOwnPage(request, response, {
    status,
    deadline,
    address: orderAddress(family.path, plan.id),
    situation: { order: { planId: plan.id, values, errors: fields ?? {}, failed: fields === undefined } },
    sendInstead: () =>
      hasOwnPage ? sendPlain(response, status, refusalPage(status)) : sendPlain(response, 503, plainPages.busy),
  });
}
