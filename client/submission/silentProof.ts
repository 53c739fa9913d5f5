import type { SolvedChallenge } from './proofOfWork.ts';
import { withRetries } from './retries.ts';

export type SilentProof = {
  /** A token, or undefined when there is none in time. Never rejects. */
  readonly token: () => Promise<string | undefined>;
  /** The token was sent: the next one needs new work. */
  readonly spend: () => void;
  readonly stop: () => void;
};

/** How long a submission waits for a proof that isn't ready. */
const proofTimeout = 10_000;

/** A proof of work made in the background, for a form that shows no captcha. */
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
