import type { Request, RequestHandler, Response } from 'express';
import type { Store } from 'express-rate-limit';
import { submissionHeaders } from '../../shared/submission.ts';
import { limitClient, memoryStore } from '../clientLimit.ts';
import { inTime } from '../inTime.ts';
import { clientKey } from './clientKey.ts';

export type SenderLimitOptions = {
  /** Posts per client address in one window. */
  readonly limit: number;
  readonly windowMilliseconds: number;
  /** Whether another site's page sent the request. */
  readonly isForeign: (request: Request) => boolean;
  /** Where a limit is counted; undefined: in memory. */
  readonly storeOf: (name: string) => Store | undefined;
};

export type SenderLimits = {
  /** Whether the server reads the body of a post: not of one that is far over the limit. */
  readonly admit: (request: Request, response: Response) => Promise<'admitted' | 'foreign' | 'excess'>;
  /** Counts a post whose body is read, and sets the headers of the rate limit. */
  readonly isWithinLimit: (request: Request, response: Response) => Promise<boolean>;
  /** Takes the count of a post back that was the repetition of one under way. */
  readonly takeBack: (request: Request) => Promise<void>;
};

/** Posts over the limit that are still read, so that their answer can show the typed text again. */
const margin = 20;
/** Milliseconds in which a count tells whether a body is read. Without an answer it is: a later step tells of the fault. */
const lookTimeout = 1_000;

/** Runs a rate limiter, which sets the headers of the answer; false: the client is over the limit. */
async function isWithin(limiter: RequestHandler, request: Request, response: Response): Promise<boolean> {
  let within = false;
  await limiter(request, response, (error?: unknown) => {
    if (error) throw error;
    within = true;
  });
  return within;
}

/** Limits how much one client address may post. */
export function senderLimits({ limit, windowMilliseconds, isForeign, storeOf }: SenderLimitOptions): SenderLimits {
  const limitOfReading = limit + margin;
  const handler: RequestHandler = () => {};
  const counts = storeOf('posts') ?? memoryStore();
  const own = limitClient({ limit, windowMs: windowMilliseconds, handler, store: counts });
  // Counted apart: another site's page posts from its visitors' addresses, whose own posts stay free.
  const foreign = limitClient({
    limit: limitOfReading,
    windowMs: windowMilliseconds,
    standardHeaders: false,
    handler,
    store: storeOf('foreign posts'),
  });

  const admitted: SenderLimits['admit'] = async (request, response) => {
    if (isForeign(request)) return (await isWithin(foreign, request, response)) ? 'admitted' : 'foreign';
    const client = await own.getKey(clientKey(request));
    // A post with a key may be a replay: only its body tells.
    if (!client || client.totalHits < limitOfReading || request.get(submissionHeaders.idempotencyKey))
      return 'admitted';
    return (await isWithin(own, request, response)) ? 'admitted' : 'excess';
  };

  return {
    admit: (request, response) => inTime(lookTimeout, admitted(request, response)).catch(() => 'admitted'),
    isWithinLimit: (request, response) => isWithin(own, request, response),
    takeBack: async (request) => counts.decrement(clientKey(request)),
  };
}
