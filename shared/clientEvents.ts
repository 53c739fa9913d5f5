/** A browser's report to the site. The body of a post to the client events endpoint is one event or a list of them. */
export type ClientEvent = ClientError | WebVital;

export type ClientError = {
  readonly type: 'error';
  readonly kind: 'error' | 'rejection' | 'policy';
  /** Path of the page, without a query. */
  readonly path: string;
  readonly message: string;
  readonly stack?: string | undefined;
  /** The address of the script, and the position in it. */
  readonly source?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
};

export type WebVital = {
  readonly type: 'vital';
  readonly path: string;
  /** Such as `LCP`. `value` is in milliseconds; that of `CLS` has no unit. */
  readonly name: string;
  readonly value: number;
  readonly rating: string;
  readonly navigation: string;
};

/** `body`: bytes. `events`: their number in one body. */
export const clientEventLimits = { body: 8 * 1024, events: 20 } as const;
