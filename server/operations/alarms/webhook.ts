import type { Logger } from 'pino';
import type { AlarmMessage } from './alarms.ts';
import { createRequester } from './request.ts';

export type WebhookOptions = {
  readonly url: string;
  /** `json` is for chat services: Slack, Mattermost and Google Chat read `text`, Discord reads `content`. */
  readonly format: 'text' | 'json';
  /** The site's own host, which the title of each message names. */
  readonly host: string;
  readonly log: Logger;
};

const retryInterval = 60 * 1000;
/** The maximum of unsent messages. If there are more, the oldest are dropped. */
const maxWaiting = 50;

/** The priorities of https://docs.ntfy.sh/publish/#message-priority. Other services ignore this header. */
const priorities = { error: 'high', warn: 'default', info: 'default' } as const;

function postOf({ level, message }: AlarmMessage, { host, format }: WebhookOptions): RequestInit {
  const text = `${host}: ${level}: ${message}`;
  const [type, body] =
    format === 'json'
      ? ['application/json', JSON.stringify({ text, content: text })]
      : ['text/plain; charset=utf-8', message];
  const headers = { 'Content-Type': type, Title: `${host}: ${level}`, Priority: priorities[level] };
  // Redirects are not followed: the redirected request could be a GET, which loses the text.
  return { method: 'POST', redirect: 'manual', headers, body };
}

/** Posts messages to `ALARM_URL` in order, one at a time. If a post fails, it is repeated a minute later. */
export function startWebhook(options: WebhookOptions) {
  const failing = 'ALARM_URL does not take the alarms: tried again each minute; check the address';
  const { request, stop } = createRequester({ ...options, failing, works: 'ALARM_URL takes the alarms again' });
  const waiting: AlarmMessage[] = [];
  let isPosting = false;

  const postAll = async (): Promise<void> => {
    if (isPosting) return;
    isPosting = true;
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (!(await request(postOf(first, options)))) break;
      // This message may have been dropped meanwhile.
      if (waiting[0] === first) waiting.shift();
    }
    isPosting = false;
  };
  const timer = setInterval(postAll, retryInterval).unref();

  return {
    post: (message: AlarmMessage): void => {
      waiting.push(message);
      if (waiting.length > maxWaiting) waiting.shift();
      void postAll();
    },
    stop: (): void => {
      stop();
      clearInterval(timer);
    },
  };
}
