import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { southAfricanTime } from '../../shared/southAfricanTime.ts';
import { type Answer, compressed } from '../http/send.ts';

export type ResponseCacheOptions = {
  /** For each address of a fixed list, a function that makes its answer. These answers are kept. */
  readonly ready: ReadonlyMap<string, () => Promise<Answer>>;
  /** Makes the answer of a page outside `ready`. `client`: the key of the client, which may wait for few pages at a time. */
  readonly other: (address: string, client: string) => Promise<Answer>;
  /** If false, no answer is kept. */
  readonly isKept: boolean;
  readonly log: Logger;
};

/** How many pages outside `ready` are kept, at about 150 KB each. The pages that were requested last are kept. */
const mostOthers = 50;

/** An answer, and the time (in milliseconds since 1970) from which it is not used any more. */
type Kept = { readonly answer: Answer; readonly end: number };

/** The end of this month in South Africa. Pages show the year, and security.txt expires a year after it is made. */
function endOfMonth(): number {
  const now = southAfricanTime();
  return Date.now() + Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
}

/** The answers that depend only on their address (and on the month). */
export function createResponseCache({ ready, other, isKept, log }: ResponseCacheOptions) {
  const kept = new Map<string, Kept>();
  const others = new LRUCache<string, Kept>({ max: mostOthers });
  const underWay = new Map<string, Promise<Answer>>();
  /** Runs one task at a time. At the start, making all ready answers is one task. Each compression is another task after it. */
  const inTurn = pLimit(1);

  const make = async (address: string, client: string): Promise<Answer> => {
    // The end is found before the page is made: a page that is begun before New Year's Day shows the old year.
    const end = endOfMonth();
    const makeReady = ready.get(address);
    const answer = await (makeReady ? makeReady() : other(address, client));
    if (!isKept) return answer;
    (makeReady ? kept : others).set(address, { answer, end });
    // Compress a ready answer again, at best quality. A body without `br` gets no smaller by compression, so it stays as it is.
    if (makeReady && answer.bodies.br)
      inTurn(async () => {
        answer.bodies = await compressed(answer.bodies.identity, 'best');
      }).catch((error: unknown) => log.error({ err: error, address }, 'answer not compressed'));
    return answer;
  };

  /** The answer of an address, if this answer is kept already. In a new month, the first request makes an answer anew. */
  const known = (address: string): Answer | undefined => {
    const found = kept.get(address) ?? others.get(address);
    return found && Date.now() < found.end ? found.answer : undefined;
  };

  /** Simultaneous requests for one address wait for the same answer. Rejects if the answer cannot be made. */
  const get = async (address: string, client = ''): Promise<Answer> => {
    const answer = known(address) ?? underWay.get(address);
    if (answer) return answer;
    const making = make(address, client).finally(() => underWay.delete(address));
    underWay.set(address, making);
    return making;
  };

  /** Makes all `ready` answers, then compresses each at best quality. */
  const fill = async (): Promise<void> => {
    if (!isKept) return;
    await inTurn(async () => {
      for (const address of ready.keys())
        await get(address).catch((error: unknown) => log.error({ err: error, address }, 'answer not made'));
      log.info({ addresses: kept.size }, 'response cache filled');
    });
    await inTurn(() => log.info({ addresses: kept.size }, 'response cache compressed'));
  };

  return { known, get, fill };
}
