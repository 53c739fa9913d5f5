import querystring from 'node:querystring';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';

/** Moves the login of a URL to a header, because `fetch` refuses a URL with a login: https://www.rfc-editor.org/rfc/rfc7617 */
function withoutLogin(raw: string): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
  const url = new URL(raw);
  const { username, password } = url;
  if (!username && !password) return { url, headers: {} };
  [url.username, url.password] = ['', ''];
  const login = Buffer.from(`${querystring.unescape(username)}:${querystring.unescape(password)}`).toString('base64');
  return { url, headers: { Authorization: `Basic ${login}` } };
}

/** Why a request failed. Not the error's message, which may name the secret address. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  return name === 'TimeoutError' ? 'no answer in time' : String(cause?.code ?? name);
}

type RequesterOptions = {
  /** The address, which may hold a login. */
  readonly url: string;
  readonly log: Logger;
  /** Logged when requests begin to fail, and when they work again. */
  readonly failing: string;
  readonly works: string;
};

/** Creates a function for requests to an address of the operator. `stop` aborts a running request. */
export function createRequester({ url: address, log, failing, works }: RequesterOptions) {
  const { url, headers: login } = withoutLogin(address);
  const stopping = new AbortController();
  let isFailing = false;

  const reasonOfFailure = async (init: RequestInit): Promise<string | undefined> => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(deadlines.alarms.request)]);
    try {
      const response = await fetch(url, { ...init, headers: { ...login, ...init.headers }, signal });
      void response.body?.cancel().catch(() => {});
      return response.ok ? undefined : `answer ${response.status}`;
    } catch (error) {
      return reasonOf(error);
    }
  };
  return {
    /** Resolves with true if the answer has a status of 2xx. */
    request: async (init: RequestInit = {}): Promise<boolean> => {
      const reason = await reasonOfFailure(init);
      if (stopping.signal.aborted) return false;
      if (reason !== undefined && !isFailing) log.warn({ reason }, failing);
      if (reason === undefined && isFailing) log.info(works);
      isFailing = reason !== undefined;
      return !isFailing;
    },
    stop: () => stopping.abort(),
  };
}
