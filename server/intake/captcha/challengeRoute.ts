import { Router } from 'express';
import { limitClient } from '../../http/clientLimit.ts';
import { isForeign, type OriginConfig } from '../../http/origin.ts';
import type { ProofOfWork } from './proofOfWork.ts';

/** High enough for an office behind one address. A challenge costs a tenth of a millisecond. */
const limit = { challenges: 120, milliseconds: 60 * 1000 } as const;

/** Issues challenges of the proof of work. */
export function challengeRoute(proofOfWork: ProofOfWork, config: OriginConfig): Router {
  return Router().get(
    '/',
    // Another site's page must not use up its visitors' challenges.
    (request, response, next) => (isForeign(request, config) ? response.status(403).end() : next()),
    limitClient({
      limit: limit.challenges,
      windowMs: limit.milliseconds,
      message: { error: 'Too many challenges. Please wait a while.' },
    }),
    async (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      const challenge = await proofOfWork.issue(Date.now()).catch(() => undefined);
      // The store, which has the secret, has been away since the start.
      if (challenge) response.json(challenge);
      else response.status(503).json({ error: 'No challenge can be issued at this moment.' });
    },
  );
}
