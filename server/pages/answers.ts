import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { type Answer, compressed } from '../http/send.ts';

export type AnswersOptions = {
  /** What makes the answers of pages, files and what search engines read, by address. They are kept until the year ends. */
  readonly ready: ReadonlyMap<string, () => Promise<Answer>>;
  /** Makes the answer of another page, for a client that waits for it. Of these the latest are kept. */
  readonly other: (address: string, client: string) => Promise<Answer>;
  /** False: each request has its answer made. */
  readonly isKept: boolean;
  readonly log: Logger;
};

/** The most other pages that are kept, at about 150 KB each. */
const mostOthers = 50;

function thisYear(): number {
  return new Date().getFullYear();
}

export type Answers = ReturnType<typeof createAnswers>;

/** The answers that depend on nothing but their address (and the year in the copyright line). */
export function createAnswers({ ready, other, isKept, log }: AnswersOptions) {
  const kept = new Map<string, Answer>();
  const others = new LRUCache<string, Answer>({ max: mostOthers });
  const underWay = new Map<string, Promise<Answer>>();
  /** `fill` is first; the compression at best quality waits for its end. */
  const inTurn = pLimit(1);
  let year = thisYear();

  const make = async (address: string, client: string): Promise<Answer> => {
    const begun = thisYear();
    const makeReady = ready.get(address);
    const answer = await (makeReady ? makeReady() : other(address, client));
    if (!isKept || begun !== thisYear()) return answer;
    if (makeReady) kept.set(address, answer);
    else others.set(address, answer);
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

  /** Requests for one address at once wait for the same answer. Rejects if it cannot be made. */
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
    /** The answer of an address, if it is there already. */
    known,
    get,
    /** Makes all that are kept for the year, then compresses each at best quality. A new year does so too. */
    fill,
  };
}
