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
  let isRunning = false;
  let isGiven = false;
  const prove = async (): Promise<void> => {
    solved = undefined;
    isRunning = true;
    isGiven = false;
    solved = await proveWork(signal).catch(() => undefined);
    isRunning = false;
  };

  let proof = prove();
  /** A proof that runs has retries of its own: another one after it would double them. */
  const fresh = async (): Promise<string | undefined> => {
    const isUsable = solved && solved.expiresAt > performance.now();
    if (!isRunning && !isUsable) proof = prove();
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
