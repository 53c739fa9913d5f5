import type { Logger } from 'pino';
import type { AlarmMessage } from './alarms.ts';
import { createRequester } from './request.ts';

export type WebhookOptions = {
  readonly url: string;
  /** `json`: as chat services want it (Slack, Mattermost and Google Chat read `text`, Discord `content`). */
  readonly format: 'text' | 'json';
  /** The site's own host, which the title of each message names. */
  readonly host: string;
  readonly log: Logger;
};

const retryInterval = 60 * 1000;
/** Unsent messages; the oldest are dropped. */
const maxWaiting = 50;

/** The levels as https://docs.ntfy.sh/publish/#message-priority has them. Others ignore these headers. */
const priorities = { error: 'high', warn: 'default', info: 'default' } as const;

function postOf({ level, message }: AlarmMessage, { host, format }: WebhookOptions): RequestInit {
  const text = `${host}: ${level}: ${message}`;
  const [type, body] =
    format === 'json'
      ? ['application/json', JSON.stringify({ text, content: text })]
      : ['text/plain; charset=utf-8', message];
  const headers = { 'Content-Type': type, Title: `${host}: ${level}`, Priority: priorities[level] };
  // Followed, a redirect could become a GET, which loses the text.
  return { method: 'POST', redirect: 'manual', headers, body };
}

/** Posts messages to `ALARM_URL` in their order, one at a time. What it does not take is posted again a minute later. */
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
      // The oldest may have been dropped meanwhile.
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
