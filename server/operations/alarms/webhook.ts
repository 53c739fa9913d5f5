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

function jsonOf(host: string, { level, message }: Notice): string {
  const text = `${host}: ${level}: ${message}`;
  return JSON.stringify({ text, content: text });
}

/** Starts to post to `ALARM_URL`. What it does not take is posted again a minute later. */
export function startWebhook({ url, format = 'text', host, log, timeout }: WebhookOptions): Webhook {
  const target = targetOf(url);
  const stopping = new AbortController();
  const waiting: Notice[] = [];
  let isPosting = false;
  let isFailing = false;

  const postNext = async (): Promise<boolean> => {
    const [notice] = waiting;
    if (!notice || stopping.signal.aborted) return false;
    const post: RequestInit = {
      method: 'POST',
      // Followed, a redirect could become a GET, which loses the text.
      redirect: 'manual',
      headers: {
        'Content-Type': format === 'json' ? 'application/json' : 'text/plain; charset=utf-8',
        Title: `${host}: ${notice.level}`,
        Priority: priorities[notice.level],
      },
      body: format === 'json' ? jsonOf(host, notice) : notice.message,
      signal: stopping.signal,
    };
    const reason = await request(target, post, timeout);
    if (stopping.signal.aborted) return false;
    if (reason === undefined) {
      // It may have been dropped meanwhile.
      if (waiting[0] === notice) waiting.shift();
      if (isFailing) log.info('ALARM_URL takes the alarms again');
    } else if (!isFailing)
      log.warn({ reason }, 'ALARM_URL does not take the alarms: tried again each minute; check the address');
    isFailing = reason !== undefined;
    return !isFailing;
  };

  const postAll = async (): Promise<void> => {
    if (isPosting) return;
    isPosting = true;
    while (await postNext());
    isPosting = false;
  };
  const timer = setInterval(postAll, retryInterval).unref();

  return {
    post: (notice) => {
      waiting.push(notice);
      if (waiting.length > maxWaiting) waiting.shift();
      void postAll();
    },
    stop: () => {
      stopping.abort();
      clearInterval(timer);
    },
  };
}
