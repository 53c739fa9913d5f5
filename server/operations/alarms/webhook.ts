import querystring from 'node:querystring';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { minute } from '../../lib/times.ts';
import type { Alarm } from './alarms.ts';

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
function createRequester(variable: 'ALARM_URL' | 'HEARTBEAT_URL', address: string, log: Logger) {
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

type WebhookOptions = {
  readonly url: string;
  /** `json` is for chat services: Discord reads the field `content`; Slack, Mattermost and Google Chat read `text`. */
  readonly format: 'text' | 'json';
  /** The site's own host, which the title of each message names. */
  readonly host: string;
  readonly log: Logger;
};

/** The most messages that wait to be posted. When one more comes, the oldest is dropped. */
const maxWaiting = 50;
/** The most characters of a message: https://docs.discord.com/developers/resources/webhook#execute-webhook. Others take more. */
const maxLength = 2000;

function postOf({ level, message }: Alarm, { url, host, format }: WebhookOptions): RequestInit {
  const isJson = format === 'json';
  const text = (isJson ? `${host}: ${level}: ${message}` : message).slice(0, maxLength).toWellFormed();
  // Services refuse JSON with a field that they do not know.
  const field = /(?:^|\.)discord(?:app)?\.com$/.test(new URL(url).hostname) ? 'content' : 'text';
  const body = isJson ? JSON.stringify({ [field]: text }) : text;
  const type = isJson ? 'application/json' : 'text/plain; charset=utf-8';
  // ntfy reads title and priority: https://docs.ntfy.sh/publish/#message-priority. Other services ignore both.
  const priority = level === 'error' ? 'high' : 'default';
  const headers = { 'Content-Type': type, Title: `${host}: ${level}`, Priority: priority };
  // Redirects are not followed: the redirected request could be a GET, which loses the text.
  return { method: 'POST', redirect: 'manual', headers, body };
}

/** Returns a function that posts messages to `ALARM_URL`, one after the other. A failed post is repeated within a minute. */
export function startWebhook(options: WebhookOptions): (message: Alarm) => void {
  const request = createRequester('ALARM_URL', options.url, options.log);
  const waiting = new Set<Alarm>();
  let isPosting = false;

  const postAll = async (): Promise<void> => {
    if (isPosting) return;
    isPosting = true;
    for (const message of waiting) {
      if ((await request(postOf(message, options))) === 'failed') break;
      waiting.delete(message);
    }
    isPosting = false;
  };
  setInterval(postAll, minute).unref();
  return (message) => {
    waiting.add(message);
    const [oldest] = waiting;
    if (oldest && waiting.size > maxWaiting) waiting.delete(oldest);
    void postAll();
  };
}

/** Requests `HEARTBEAT_URL` now and every five minutes, if `isWell`. Without requests, the service at this URL raises an alarm. */
export function startHeartbeat(url: string, log: Logger, isWell: () => boolean): void {
  const request = createRequester('HEARTBEAT_URL', url, log);
  const beat = () => {
    if (isWell()) void request();
  };
  beat();
  setInterval(beat, 5 * minute).unref();
}
