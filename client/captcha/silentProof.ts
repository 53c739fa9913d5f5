/*
 * Proofs of work in the background, for forms without a visible captcha. They belong to the document and not to a component:
 * a page that is mounted again while an order is sent must not lose its token. `form` is the form's name in `drafts`.
 */
import { proveWork, type SolvedChallenge } from './proofOfWork.ts';

type Proof = {
  /** The form that has asked for the token. The server accepts a token once, so no other form may send it. */
  owner?: string;
  solved?: SolvedChallenge;
  readonly ended: Promise<void>;
};

/** Milliseconds that a submission waits for an unfinished proof. */
const proofTimeout = 10_000;

let latest: Proof | undefined;

function startProof(): Proof {
  const proof: Proof = {
    ended: proveWork().then(
      (solved) => {
        proof.solved = solved;
      },
      () => {
        if (latest === proof) latest = undefined;
      },
    ),
  };
  return proof;
}

/** The latest proof if this form may use it, else a new one. */
function proofFor(form: string): Proof {
  const isOther = latest?.owner !== undefined && latest.owner !== form;
  const isExpired = latest?.solved !== undefined && latest.solved.expiresAt <= performance.now();
  if (!latest || isOther || isExpired) latest = startProof();
  return latest;
}

/** Starts the work for a form's token, unless it has begun. */
export function prepareToken(form: string): void {
  proofFor(form);
}

/** A form's token; undefined if it is not ready in time. Never rejects. */
export async function silentToken(form: string): Promise<string | undefined> {
  const proof = proofFor(form);
  proof.owner = form;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, proofTimeout));
  await Promise.race([proof.ended, timeout]);
  return proof.solved?.token;
}

/** Forgets a form's token, because the server may have used it up. Returns whether there was one. */
export function spendToken(form: string): boolean {
  const hadToken = latest?.owner === form && latest.solved !== undefined;
  if (hadToken) latest = undefined;
  return hadToken;
}
