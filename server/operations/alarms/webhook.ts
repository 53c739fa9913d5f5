import type { Logger } from 'pino';
import type { Notice } from './alarms.ts';
import { request, targetOf } from './request.ts';

export type WebhookOptions = {
  readonly url: string;
  /** `json`: as chat services want it (Slack, Mattermost and Google Chat read `text`, Discord `content`). */
  readonly format?: 'text' | 'json';
  /** The site's own host, which the title of each message names. */
  readonly host: string;
  readonly log: Logger;
  /** Milliseconds after which a post is aborted; the default is ten seconds. */
  readonly timeout?: number;
};

/** Posts notices as text, in their order, one at a time. */
export type Webhook = { readonly post: (notice: Notice) => void; readonly stop: () => void };

const retryInterval = 60 * 1000;
/** Unsent notices; the oldest are dropped. */
const maxWaiting = 50;

/** The levels as https://docs.ntfy.sh/publish/#message-priority has them. Others ignore these headers. */
const priorities = { error: 'high', warn: 'default', info: 'default' } as const;

/** Starts to post to `ALARM_URL`. What it does not take is posted again a minute later. */
export function startWebhook({ url, format = 'text', host, log, timeout }: WebhookOptions): Webhook {
  const target = targetOf(url);
  const stopping = new AbortController();
  const waiting: Notice[] = [];
  let isPosting = false;
  let isFailing = false;

  const send = ({ level, message }: Notice): Promise<string | undefined> => {
    const text = `${host}: ${level}: ${message}`;
    const [type, body] =
      format === 'json'
        ? ['application/json', JSON.stringify({ text, content: text })]
        : ['text/plain; charset=utf-8', message];
    const headers = { 'Content-Type': type, Title: `${host}: ${level}`, Priority: priorities[level] };
    // Followed, a redirect could become a GET, which loses the text.
    const post: RequestInit = { method: 'POST', redirect: 'manual', headers, body, signal: stopping.signal };
    return request(target, post, timeout);
  };

  const sendAll = async (): Promise<void> => {
    if (isPosting) return;
    isPosting = true;
    for (let notice = waiting[0]; notice; notice = waiting[0]) {
      const reason = await send(notice);
      if (stopping.signal.aborted) return;
      if (reason !== undefined && !isFailing)
        log.warn({ reason }, 'ALARM_URL does not take the alarms: tried again each minute; check the address');
      if (reason === undefined && isFailing) log.info('ALARM_URL takes the alarms again');
      isFailing = reason !== undefined;
      if (isFailing) break;
      // It may have been dropped meanwhile.
      if (waiting[0] === notice) waiting.shift();
    }
    isPosting = false;
  };
  const timer = setInterval(sendAll, retryInterval).unref();

  return {
    post: (notice) => {
      waiting.push(notice);
      if (waiting.length > maxWaiting) waiting.shift();
      void sendAll();
    },
    stop: () => {
      stopping.abort();
      clearInterval(timer);
    },
  };
}
