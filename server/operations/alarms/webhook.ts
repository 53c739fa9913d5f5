import type { Logger } from 'pino';
import type { Alarm } from './alarms.ts';
import { createRequester } from './request.ts';

type WebhookOptions = {
  readonly url: string;
  /** `json` is for chat services: Slack, Mattermost and Google Chat read its field `text`, Discord reads its field `content`. */
  readonly format: 'text' | 'json';
  /** The site's own host, which the title of each message names. */
  readonly host: string;
  readonly log: Logger;
};

const retryInterval = 60 * 1000;
/** The most messages that wait to be posted. When one more comes, the oldest is dropped. */
const maxWaiting = 50;

function postOf({ level, message }: Alarm, { host, format }: WebhookOptions): RequestInit {
  const text = `${host}: ${level}: ${message}`;
  const [type, body] =
    format === 'json'
      ? ['application/json', JSON.stringify({ text, content: text })]
      : ['text/plain; charset=utf-8', message];
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
      if (!(await request(postOf(message, options)))) break;
      waiting.delete(message);
    }
    isPosting = false;
  };
  setInterval(postAll, retryInterval).unref();
  return (message) => {
    waiting.add(message);
    const [oldest] = waiting;
    if (oldest && waiting.size > maxWaiting) waiting.delete(oldest);
    void postAll();
  };
}
