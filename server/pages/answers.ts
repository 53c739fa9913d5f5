import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Headers } from '../http/securityHeaders.ts';
import { type Answer, compressed, type EncodedAnswer, encode } from '../http/send.ts';

/** Makes the answer of an address. */
export type Maker = () => Promise<Answer>;

export type AnswersOptions = {
  /** By address: pages, files and what search engines read. They are kept until the year ends. */
  readonly ready: ReadonlyMap<string, Maker>;
  /** Makes the answer of another page, for a client that waits for it. Of these the latest are kept. */
  readonly other: (address: string, client: string) => Promise<Answer>;
  /** The headers of every answer. */
  readonly commonHeaders: Headers;
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
export function createAnswers({ ready, other, commonHeaders, isKept, log }: AnswersOptions) {
  const kept = new Map<string, EncodedAnswer>();
  const others = new LRUCache<string, EncodedAnswer>({ max: mostOthers });
  const underWay = new Map<string, Promise<EncodedAnswer>>();
  /** `fill` is first; the compression at best quality waits for its end. */
  const inTurn = pLimit(1);
  let year = thisYear();

  const make = async (address: string, client: string): Promise<EncodedAnswer> => {
    const begun = thisYear();
    const maker = ready.get(address);
    const answer = await (maker ? maker() : other(address, client));
    const encoded = await encode(answer, commonHeaders);
    if (!isKept || begun !== thisYear()) return encoded;
    if (!maker) others.set(address, encoded);
    else {
      kept.set(address, encoded);
      if (encoded.bodies.br)
        void inTurn(async () => {
          encoded.bodies = await compressed(answer.body, 'best');
        });
    }
    return encoded;
  };

  const known = (address: string): EncodedAnswer | undefined => {
    if (year !== thisYear()) {
      year = thisYear();
      kept.clear();
      others.clear();
      void fill();
    }
    return kept.get(address) ?? others.get(address);
  };

  /** Requests for one address at once wait for the same answer. Rejects if it cannot be made. */
  const get = async (address: string, client = ''): Promise<EncodedAnswer> => {
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
