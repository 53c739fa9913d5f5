import type { Request, RequestHandler, Response } from 'express';
import type { AugmentedRequest, Store } from 'express-rate-limit';
import { submissionHeaders } from '../../shared/submission.ts';
import type { Config } from '../config/config.ts';
import { clientKey } from '../http/clientKey.ts';
import { isWithin, limitClient, memoryStore } from '../http/clientLimit.ts';
import { mediaTypeOf, mediaTypes } from '../http/mediaType.ts';
import { isForeign } from '../http/origin.ts';
import { deadlines } from '../lib/deadlines.ts';
import { inTime } from '../lib/inTime.ts';
import { isIdempotencyKey } from './idempotencyKey.ts';

/** Posts over the limit that are still read, so that their answer can show the typed text again. */
const margin = 20;
/** Posts with a key that are read beyond it, in one window: each may be a replay. */
const maxReplays = 200;

/** Whether only the body tells that a post is a replay. Plain form posts are counted without a key. */
function mayBeReplay(request: Request): boolean {
  const key = request.get(submissionHeaders.idempotencyKey);
  return key !== undefined && isIdempotencyKey(key) && mediaTypeOf(request) === mediaTypes.json;
}

type SenderConfig = Pick<
  Config,
  'submissionLimit' | 'submissionWindowMilliseconds' | 'publicOrigin' | 'publicOriginIsSet'
>;

export type SenderLimits = ReturnType<typeof createSenderLimits>;

/** Limits how much one client address may post. `storeOf`: where a limit is counted; undefined: in memory. */
export function createSenderLimits(config: SenderConfig, storeOf: (name: string) => Store | undefined) {
  const { submissionLimit: limit, submissionWindowMilliseconds: windowMs } = config;
  const isFromElsewhere = (request: Request) => isForeign(request, config);
  const limitOfReading = limit + margin;
  const handler: RequestHandler = () => {};
  const counts = storeOf('posts') ?? memoryStore();
  const own = limitClient({ limit, windowMs, handler, store: counts });
  const beside = (name: string, limitBeside: number) =>
    limitClient({
      limit: limitBeside,
      windowMs,
      standardHeaders: false,
      handler,
      store: storeOf(name),
    });
  // Counted apart: another site's page posts from its visitors' addresses, whose own posts stay free.
  const foreign = beside('foreign posts', limitOfReading);
  const replays = beside('replays', maxReplays);

  const admitted = async (request: Request, response: Response): Promise<'admitted' | 'foreign' | 'excess'> => {
    if (isFromElsewhere(request)) return (await isWithin(foreign, request, response)) ? 'admitted' : 'foreign';
    const client = await own.getKey(clientKey(request));
    if (!client || client.totalHits < limitOfReading) return 'admitted';
    if (mayBeReplay(request) && (await isWithin(replays, request, response))) return 'admitted';
    return (await isWithin(own, request, response)) ? 'admitted' : 'excess';
  };

  return {
    /** Whether another site's page sent the request. */
    isForeign: isFromElsewhere,
    /** Whether the server reads the body of a post: not of one that is far over the limit. */
    admit: (request: Request, response: Response) =>
      inTime(deadlines.count, admitted(request, response)).catch(() => 'admitted' as const),
    /** Counts a post whose body is read, and sets the headers of the rate limit. */
    isWithinLimit: (request: Request, response: Response) => isWithin(own, request, response),
    /** Whether the answer to a counted post may show its text again: not if it is far over the limit. */
    isShown: (request: Request) => ((request as AugmentedRequest).rateLimit?.used ?? 0) <= limitOfReading,
    /** Takes the count of a post back that was the repetition of one under way. */
    takeBack: async (request: Request) => counts.decrement(clientKey(request)),
  };
}
