import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../requestLog.ts';
import type { Situation } from './render.tsx';
import type { Renderer } from './renderer.ts';
import { type Representation, sendRepresentation } from './representation.ts';

/** A page for one visitor, and what answers where too many wait for theirs. */
export type OwnPage = {
  readonly status: number;
  readonly address: string;
  readonly situation: Situation;
  readonly busy: { readonly status: number; readonly representation: Representation };
};

/** Answers with a page that is rendered for this visitor. */
export type SendOwnPage = (request: Request, response: Response, page: OwnPage) => Promise<void>;

/** Seconds after which a visitor may try again where too many wait. */
export const retryAfter = 5;

export function ownPageSender({ render }: Renderer, log: Logger): SendOwnPage {
  return async (request, response, { status, address, situation, busy }) => {
    const rendered = await render(address, situation, () => !response.closed).catch((error: unknown) =>
      log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered'),
    );
    if (response.closed) return;
    if (rendered) return sendRepresentation(request, response, rendered, status);
    if (busy.status === 503) response.setHeader('Retry-After', String(retryAfter));
    sendRepresentation(request, response, busy.representation, busy.status);
  };
}
