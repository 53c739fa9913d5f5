import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { type Answer, compressed } from '../http/send.ts';

export type AnswersOptions = {
  /** For each address of a fixed list, a function that makes its answer. These answers are kept until the year ends. */
  readonly ready: ReadonlyMap<string, () => Promise<Answer>>;
  /** Makes the answer of another page. `client` is the key by which the renderer limits how many pages a client waits for. */
  readonly other: (address: string, client: string) => Promise<Answer>;
  /** False: nothing is kept. */
  readonly isKept: boolean;
  readonly log: Logger;
};

/** How many other pages are kept, at about 150 KB each: those that were asked for last. */
const mostOthers = 50;

function thisYear(): number {
  return new Date().getFullYear();
}

export type Answers = ReturnType<typeof createAnswers>;

/** The answers that depend only on their address (and on the year in the copyright line). */
export function createAnswers({ ready, other, isKept, log }: AnswersOptions) {
  const kept = new Map<string, Answer>();
  const others = new LRUCache<string, Answer>({ max: mostOthers });
  const underWay = new Map<string, Promise<Answer>>();
  /** Runs one task at a time. `fill` is one task; the compressions that it causes wait until it has ended. */
  const inTurn = pLimit(1);
  let year = thisYear();

  const make = async (address: string, client: string): Promise<Answer> => {
    const begun = thisYear();
    const makeReady = ready.get(address);
    const answer = await (makeReady ? makeReady() : other(address, client));
    // An answer that was begun in the old year shows the old year.
    if (!isKept || begun !== thisYear()) return answer;
    if (makeReady) kept.set(address, answer);
    else others.set(address, answer);
    // Without `br`, compression makes this body no smaller.
    if (makeReady && answer.bodies.br)
      void inTurn(async () => {
        answer.bodies = await compressed(answer.bodies.identity, 'best');
      });
    return answer;
  };

  const known = (address: string): Answer | undefined => {
    if (year !== thisYear()) {
      year = thisYear();
      kept.clear();
      others.clear();
      void fill();
    }
    return kept.get(address) ?? others.get(address);
  };

  /** Simultaneous requests for one address wait for the same answer. Rejects if it cannot be made. */
  const get = async (address: string, client = ''): Promise<Answer> => {
    const answer = known(address) ?? underWay.get(address);
    if (answer) return answer;
    const making = make(address, client).finally(() => underWay.delete(address));
    underWay.set(address, making);
    return making;
  };

  const fill = async (): Promise<void> => {
    if (!isKept) return;
    await inTurn(async () => {
      for (const address of ready.keys())
        await get(address).catch((error: unknown) => log.error({ err: error, address }, 'answer not loaded'));
      log.info({ addresses: kept.size }, 'response cache filled');
    });
    await inTurn(() => log.info({ addresses: kept.size }, 'response cache compressed'));
  };

  return {
    /** The answer of an address, if it is kept already. */
    known,
    get,
    /** Makes all `ready` answers, then compresses each at best quality. When a new year begins, this happens again. */
    fill,
  };
}
