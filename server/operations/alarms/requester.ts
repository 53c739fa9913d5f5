import querystring from 'node:querystring';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';

/** Moves the login of a URL to a header, because `fetch` refuses a URL with a login: https://www.rfc-editor.org/rfc/rfc7617 */
function withoutLogin(address: string): { readonly url: URL; readonly login: Readonly<Record<string, string>> } {
  const url = new URL(address);
  const { username, password } = url;
  if (!username && !password) return { url, login: {} };
  [url.username, url.password] = ['', ''];
  const credentials = `${querystring.unescape(username)}:${querystring.unescape(password)}`;
  return { url, login: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}

/**
 * Creates a function that requests `address`, the operator's URL. The function resolves with `done` if the answer's status is 2xx,
 * and with `refused` if the same alarm would be refused again. The log names `variable`, because the URL is a secret.
 */
export function createRequester(variable: 'ALARM_URL' | 'HEARTBEAT_URL', address: string, log: Logger) {
  const { url, login } = withoutLogin(address);
  let isFailing = false;

  const reasonOfFailure = async (init: RequestInit): Promise<string | undefined> => {
    const signal = AbortSignal.timeout(deadlines.alarms.request);
    try {
      const response = await fetch(url, { ...init, headers: { ...login, ...init.headers }, signal });
      void response.body?.cancel().catch(() => {});
      return response.ok ? undefined : `answer ${response.status}`;
    } catch (error) {
      // The error's message is not used, because it may contain the secret URL.
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      return cause?.code ?? name;
    }
  };
  return async (init: RequestInit = {}): Promise<'done' | 'failed' | 'refused'> => {
    const reason = await reasonOfFailure(init);
    if (variable === 'ALARM_URL' && /^answer 4(?!08|29)/.test(reason ?? '')) {
      log.warn({ reason }, 'ALARM_URL refuses an alarm, which is dropped: check the address and ALARM_FORMAT');
      return 'refused';
    }
    if (reason !== undefined && !isFailing)
      log.warn({ reason }, `${variable} fails: will try again; check the address`);
    if (reason === undefined && isFailing) log.info(`${variable} works again`);
    isFailing = reason !== undefined;
    return isFailing ? 'failed' : 'done';
  };
}
