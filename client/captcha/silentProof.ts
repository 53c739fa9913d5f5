/*
 * Proofs of work in the background, for forms without a visible captcha. They belong to the document and not to a component:
 * a page that is mounted again while an order is sent must not lose its token.
 */
import { proveWork, type SolvedChallenge } from './proofOfWork.ts';

export type Proof = { readonly ended: Promise<void>; hasFailed?: boolean; solved?: SolvedChallenge };

/** Milliseconds that an order waits for an unfinished proof. */
const proofTimeout = 10_000;

/** The proof for the next order. */
let next: Proof | undefined;

function startProof(): Proof {
  const proof: Proof = {
    ended: proveWork().then(
      (solved) => {
        proof.solved = solved;
      },
      () => {
        proof.hasFailed = true;
      },
    ),
  };
  return proof;
}

/** Starts the proof for the next order, unless there is one that can still give a valid token. */
export function prepareProof(): Proof {
  const isExpired = next?.solved && next.solved.expiresAt <= performance.now();
  if (!next || next.hasFailed || isExpired) next = startProof();
  return next;
}

/**
 * Takes the proof for an order. The server accepts a token once, so no other order gets it. The proof has no token if it is not
 * solved in time. Never rejects.
 */
export async function takeProof(): Promise<Proof> {
  const proof = prepareProof();
  next = undefined;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, proofTimeout));
  await Promise.race([proof.ended, timeout]);
  return proof;
}

/** Gives back a proof whose token is not used up. */
export function giveBack(proof: Proof): void {
  next ??= proof;
}
