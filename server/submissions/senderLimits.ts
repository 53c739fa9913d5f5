import type { Request, RequestHandler, Response } from 'express';
import { submissionHeaders } from '../../shared/submission.ts';
import { limitClient } from '../clientLimit.ts';
import { clientKey } from './clientKey.ts';

export type SenderLimitOptions = {
  /** Posts per client address in this time. */
  readonly limit: number;
  readonly windowMilliseconds: number;
  /** Whether another site's page has posted it. */
  readonly isForeign: (request: Request) => boolean;
  /** Whether a post that was read repeats an earlier one. */
  readonly isReplay: (response: Response) => Promise<boolean>;
  /** The answers to a post over the limit, and to another site's. */
  readonly refuseExcess: (request: Request, response: Response) => Promise<void>;
  readonly refuseForeign: (request: Request, response: Response) => Promise<void>;
};

/** An address that has posted so many more than it may gets its further posts refused unread. */
const margin = 20;

/** How much one sender may post: before a post is read, and after. */
export function senderLimits(options: SenderLimitOptions): Record<'unread' | 'read', RequestHandler> {
  const readable = options.limit + margin;
  const countedUnread = new WeakSet<Request>();

  const own = limitClient({
    limit: options.limit,
    windowMs: options.windowMilliseconds,
    skip: async (request, response) => countedUnread.has(request) || (await options.isReplay(response)),
    handler: options.refuseExcess,
  });

  // Another site's page posts in the name of its visitors, whose own posts are not to be refused for that.
  const foreign = limitClient({
    limit: readable,
    windowMs: options.windowMilliseconds,
    standardHeaders: false,
    handler: options.refuseForeign,
  });

  return {
    unread: async (request, response, next) => {
      if (options.isForeign(request)) return foreign(request, response, next);
      const counted = await own.getKey(clientKey(request));
      // One with a key may be a replay, which is free.
      if (!counted || counted.totalHits < readable || request.get(submissionHeaders.idempotencyKey)) return next();
      await own(request, response, () => {
        countedUnread.add(request);
        next();
      });
    },
    read: async (request, response, next) => {
      if (options.isForeign(request)) await options.refuseForeign(request, response);
      else await own(request, response, next);
    },
  };
}
