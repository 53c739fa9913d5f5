/** What a browser reports to the site: the body of the client events' endpoint is one event or a list of them. */
export type ClientEvent = ClientError | WebVital;

export type ClientError = {
  readonly type: 'error';
  readonly kind: 'error' | 'rejection' | 'policy';
  /** Path of the page, without a query. */
  readonly path: string;
  readonly message: string;
  readonly stack?: string | undefined;
  /** Address of the script, and the place in it. */
  readonly source?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
};

export type WebVital = {
  readonly type: 'vital';
  readonly path: string;
  /** Such as `LCP`; `value` is in milliseconds, but for `CLS`, which has no unit. */
  readonly name: string;
  readonly value: number;
  readonly rating: string;
  readonly navigation: string;
};

/** `body` in bytes; `events` in one body. */
export const clientEventLimits = { body: 8 * 1024, events: 20 } as const;
