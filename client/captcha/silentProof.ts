/*
 * Proofs of work in the background, for forms without a visible captcha. They belong to the document and not to a component: a
 * page that is mounted again while an order is sent must not lose its token. A form is named as in its drafts.
 */
import { proveWork, type SolvedChallenge } from './proofOfWork.ts';

type Proof = {
  /** The form that has asked for its token: the server accepts it once, so no other form may send it. */
  owner: string | undefined;
  isRunning: boolean;
  solved: SolvedChallenge | undefined;
  readonly ended: Promise<void>;
};

/** Milliseconds that a submission waits for an unfinished proof. */
const proofTimeout = 10_000;

let latest: Proof | undefined;

function startProof(): Proof {
  const proof: Proof = {
    owner: undefined,
    isRunning: true,
    solved: undefined,
    ended: proveWork()
      .then((solved) => {
        proof.solved = solved;
      })
      .catch(() => {})
      .finally(() => {
        proof.isRunning = false;
      }),
  };
  return proof;
}

/** The latest proof if a form may use it, else a new one. One that runs has retries of its own: another would double them. */
function proofFor(form: string): Proof {
  const isFree = latest && (latest.owner ?? form) === form;
  const isUsable = latest?.isRunning || (latest?.solved && latest.solved.expiresAt > performance.now());
  if (!latest || !isFree || !isUsable) latest = startProof();
  return latest;
}

/** Starts the work for a form's token, unless it runs or is done. */
export function prepareToken(form: string): void {
  proofFor(form);
}

/** A form's token, or undefined if there is none in time. Never rejects. */
export async function silentToken(form: string): Promise<string | undefined> {
  const proof = proofFor(form);
  proof.owner = form;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, proofTimeout));
  await Promise.race([proof.ended, timeout]);
  return proof.solved?.token;
}

/** A form's token is used up, or may be. Returns whether it had one. */
export function spendToken(form: string): boolean {
  const hadToken = latest?.owner === form && latest.solved !== undefined;
  if (hadToken) latest = undefined;
  return hadToken;
}
