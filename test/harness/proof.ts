import { type Challenge, type Payload, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

export const tokenOf = (payload: Payload): string => btoa(JSON.stringify(payload));

/** Does the work that a browser would do. */
export const provenBy = async (challenge: Challenge): Promise<Payload> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved in time');
  return { challenge, solution };
};

export const newChallenge = async (siteUrl: string): Promise<Challenge> => {
  const response = await fetch(`${siteUrl}/captcha/challenge`);
  return (await response.json()) as Challenge;
};

export const newToken = async (siteUrl: string): Promise<string> =>
  tokenOf(await provenBy(await newChallenge(siteUrl)));
