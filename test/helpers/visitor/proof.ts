import { type Challenge, type Payload, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

export function tokenOf(payload: Payload): string {
  return btoa(JSON.stringify(payload));
}

/** Solves a challenge, as a browser would. */
export async function provenBy(challenge: Challenge): Promise<Payload> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved in time');
  return { challenge, solution };
}

export async function newChallenge(siteUrl: string): Promise<Challenge> {
  const response = await fetch(`${siteUrl}/captcha/challenge`);
  return (await response.json()) as Challenge;
}

export async function newToken(siteUrl: string): Promise<string> {
  return tokenOf(await provenBy(await newChallenge(siteUrl)));
}
