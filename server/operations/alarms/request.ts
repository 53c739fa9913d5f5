import { deadlines } from '../../lib/deadlines.ts';

/** What `fetch` needs for a URL that may hold a login. */
export type Target = { readonly url: string; readonly headers: { readonly Authorization?: string } };

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `fetch` refuses a URL with a login, so it goes into a header: https://www.rfc-editor.org/rfc/rfc7617 */
export function targetOf(raw: string): Target {
  const url = new URL(raw);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (!username && !password) return { url: url.href, headers: {} };
  const login = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { url: url.href, headers: { Authorization: `Basic ${login}` } };
}

/** Why a request failed, in a few words: the address may be secret. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  return name === 'TimeoutError' ? 'no answer in time' : String(cause?.code ?? name);
}

/** Makes a request. Resolves with the reason why it failed, or with undefined after an answer of status 2xx. */
export async function request(
  { url, headers }: Target,
  { signal, ...init }: RequestInit,
  timeout: number = deadlines.alarms.request,
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    });
    void response.body?.cancel().catch(() => {});
    return response.ok ? undefined : `answer ${response.status}`;
  } catch (error) {
    return reasonOf(error);
  }
}
