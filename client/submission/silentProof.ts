import type { SolvedChallenge } from './proofOfWork.ts';
import { withRetries } from './retries.ts';

export type SilentProof = {
  /** A token, or undefined if there is none in time. Never rejects. */
  readonly token: () => Promise<string | undefined>;
  /** Starts the work for a new token. Call it after a token is sent. */
  readonly spend: () => void;
  readonly stop: () => void;
};

/** Milliseconds that a submission waits for an unfinished proof. */
const proofTimeout = 10_000;

/** Starts a proof of work in the background, for a form without a visible captcha. */
export function startSilentProof(): SilentProof {
  const stopped = new AbortController();

  const prove = (): Promise<SolvedChallenge | undefined> =>
    withRetries(() => import(/* webpackChunkName: "proof" */ './proofOfWork.ts'), stopped.signal)
      .then(({ proveWork }) => proveWork(stopped.signal))
      .catch(() => undefined);

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
    stop: () => stopped.abort(),
  };
}
