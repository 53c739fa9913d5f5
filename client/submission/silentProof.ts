import { proveWork, type SolvedChallenge } from './proofOfWork.ts';

export type SilentProof = {
  /** A token, or undefined if there is none in time. Never rejects. */
  readonly token: () => Promise<string | undefined>;
  /** Starts the work for a new token. Call it after a token is sent. */
  readonly spend: () => void;
};

/** Milliseconds that a submission waits for an unfinished proof. */
const proofTimeout = 10_000;

/** Starts a proof of work in the background, for a form without a visible captcha, until `signal` is aborted. */
export function startSilentProof(signal: AbortSignal): SilentProof {
  const prove = (): Promise<SolvedChallenge | undefined> => proveWork(signal).catch(() => undefined);

  let proof = prove();
  return {
    token: async () => {
      const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, proofTimeout, undefined));
      const fresh = async (): Promise<string | undefined> => {
        const made = await proof;
        if (made && made.expiresAt > Date.now()) return made.token;
        proof = prove();
        return (await proof)?.token;
      };
      return Promise.race([fresh(), timeout]);
    },
    spend: () => {
      proof = prove();
    },
  };
}
