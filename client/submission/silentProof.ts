import { proveWork, type SolvedChallenge } from './proofOfWork.ts';

export type SilentProof = {
  /** A token, or undefined if there is none in time. Never rejects. */
  readonly token: () => Promise<string | undefined>;
  /** Starts the work for a new token, if one was given: it may be used up. */
  readonly renew: () => void;
};

/** Milliseconds that a submission waits for an unfinished proof. */
const proofTimeout = 10_000;

/** Starts a proof of work in the background, for a form without a visible captcha, until `signal` is aborted. */
export function startSilentProof(signal: AbortSignal): SilentProof {
  let solved: SolvedChallenge | undefined;
  let isGiven = false;
  const prove = async (): Promise<void> => {
    solved = undefined;
    isGiven = false;
    solved = await proveWork(signal).catch(() => undefined);
  };

  let proof = prove();
  const fresh = async (): Promise<string | undefined> => {
    const awaited = proof;
    await awaited;
    const isUsable = solved && solved.expiresAt > performance.now();
    if (proof === awaited && !isUsable) proof = prove();
    await proof;
    return solved?.token;
  };
  return {
    token: async () => {
      const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, proofTimeout, undefined));
      const token = await Promise.race([fresh(), timeout]);
      isGiven = token !== undefined;
      return token;
    },
    renew: () => {
      if (isGiven) proof = prove();
    },
  };
}
