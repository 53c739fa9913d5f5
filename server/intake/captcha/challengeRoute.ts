import { Router } from 'express';
import type { Config } from '../../config/config.ts';
import { limitClient } from '../../http/clients.ts';
import { refuseForeign } from '../../http/request.ts';
import type { ProofOfWork } from './proofOfWork.ts';

/** High enough for an office behind one address. Making a challenge takes a tenth of a millisecond. */
const limit = { limit: 120, windowMs: 60 * 1000 } as const;

export function challengeRoute(proofOfWork: ProofOfWork, http: Config['http']): Router {
  return Router().get(
    '/',
    refuseForeign(http),
    limitClient({ ...limit, message: { error: 'Too many challenges. Please wait a while.' } }),
    async (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      const challenge = await proofOfWork.issue(Date.now()).catch(() => undefined);
      // No challenge: the secret cannot be read, because the store has been away since the start.
      if (challenge) response.json(challenge);
      else response.status(503).json({ error: 'No challenge can be issued at this moment.' });
    },
  );
}
