import type { IncomingMessage, RequestListener } from 'node:http';
import { chatPath } from '../shared/paths.ts';
import { type Representation, represent, sendRepresentation } from './pages/representation.ts';
import { pathOf } from './requestLog.ts';
import { isRead } from './requestTarget.ts';

/** The chat's own host name. All that it answers is open to the vendor's script, so it answers the chat's page alone. */
export type ChatHost = {
  readonly isAsked: (request: IncomingMessage) => boolean;
  readonly answer: RequestListener;
};

export function createChatHost(
  origin: string,
  page: Representation | undefined,
  securityHeaders: Readonly<Record<string, string>>,
): ChatHost {
  const { hostname } = new URL(origin);
  const notFound = represent(Buffer.from('Not found\n'), {
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  return {
    isAsked: ({ headers }) => headers.host?.toLowerCase().replace(/\.?(?::\d*)?$/, '') === hostname,
    answer: (request, response) => {
      if (page && isRead(request) && pathOf(request) === chatPath) sendRepresentation(request, response, page);
      else sendRepresentation(request, response, notFound, 404);
    },
  };
}
