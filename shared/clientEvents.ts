/** What a browser reports. The body of a post to `/client-events` is one event or an array of events. */
export type ClientEvent = ClientError | WebVital;

export type ClientError = {
  readonly type: 'error';
  readonly kind: 'error' | 'rejection' | 'policy';
  /** The page's path, without the query. */
  readonly path: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly source?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
};

type WebVital = {
  readonly type: 'vital';
  readonly path: string;
  readonly name: string;
  /** In milliseconds, except for the web vital named `CLS`, which has no unit. */
  readonly value: number;
  readonly rating: string;
  readonly navigation: string;
};

/** `body`: the largest body in bytes. `events`: the most events in one body. */
export const clientEventLimits = { body: 8 * 1024, events: 20 } as const;
