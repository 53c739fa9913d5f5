import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { southAfricanTime } from '../../shared/southAfricanTime.ts';
import { compressed, type PreparedResponse } from '../http/send.ts';

export type ResponseCacheOptions = {
  /** For each address of a fixed list, a function that makes its response. These responses stay cached. */
  readonly prerendered: ReadonlyMap<string, () => Promise<PreparedResponse>>;
  /** Makes the response of a page outside `prerendered`. `client`: the key of the client, which may wait for few pages at a time. */
  readonly render: (address: string, client: string) => Promise<PreparedResponse>;
  /** If false, no response is cached. */
  readonly isEnabled: boolean;
  readonly log: Logger;
};

/** How many pages outside `prerendered` are cached, at about 150 KB each: those that were requested last. */
const mostRecent = 50;

/** A response, and the time (in milliseconds since 1970) from which it is not used any more. */
type Entry = { readonly response: PreparedResponse; readonly end: number };

/** The end of this month in South Africa. Pages show the year, and security.txt expires a year after it is made. */
function endOfMonth(): number {
  const now = southAfricanTime();
  return Date.now() + Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
}

/** The responses that depend only on their address (and on the month). */
export function createResponseCache({ prerendered, render, isEnabled, log }: ResponseCacheOptions) {
  const entries = new Map<string, Entry>();
  const recent = new LRUCache<string, Entry>({ max: mostRecent });
  const underWay = new Map<string, Promise<PreparedResponse>>();
  /** Runs one task at a time. At the start, prerendering is one task. Each compression is another task after it. */
  const inTurn = pLimit(1);

  const make = async (address: string, client: string): Promise<PreparedResponse> => {
    // The end is found before the page is made: a page that is begun before New Year's Day shows the old year.
    const end = endOfMonth();
    const prerender = prerendered.get(address);
    const response = await (prerender ? prerender() : render(address, client));
    if (!isEnabled) return response;
    (prerender ? entries : recent).set(address, { response, end });
    // Compress a prerendered response again, at best quality. A body without `br` gets no smaller by compression, so it stays as it is.
    if (prerender && response.bodies.br)
      inTurn(async () => {
        response.bodies = await compressed(response.bodies.identity, 'best');
      }).catch((error: unknown) => log.error({ err: error, address }, 'answer not compressed'));
    return response;
  };

  /** The response of an address, if it is cached already. In a new month, the first request makes a response anew. */
  const peek = (address: string): PreparedResponse | undefined => {
    const found = entries.get(address) ?? recent.get(address);
    return found && Date.now() < found.end ? found.response : undefined;
  };

  /** Simultaneous requests for one address wait for the same response. Rejects if the response cannot be made. */
  const get = async (address: string, client = ''): Promise<PreparedResponse> => {
    const response = peek(address) ?? underWay.get(address);
    if (response) return response;
    const making = make(address, client).finally(() => underWay.delete(address));
    underWay.set(address, making);
    return making;
  };

  /** Prerenders the fixed list, then compresses each response at best quality. */
  const fill = async (): Promise<void> => {
    if (!isEnabled) return;
    await inTurn(async () => {
      for (const address of prerendered.keys())
        await get(address).catch((error: unknown) => log.error({ err: error, address }, 'answer not made'));
      log.info({ addresses: entries.size }, 'response cache filled');
    });
    await inTurn(() => log.info({ addresses: entries.size }, 'response cache compressed'));
  };

  return { peek, get, fill };
}
