import type { Logger } from 'pino';
import { minute } from '../../lib/times.ts';
import type { Alarm } from './alarms.ts';
import { createRequester } from './requester.ts';

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
