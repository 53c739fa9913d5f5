import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { company } from '../../shared/company.ts';
import { messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { chatPath } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { isRead } from '../http/request.ts';

/**
 * The attributes of the live chat's frame. The vendor's script must not read or change the pages, so the frame has another origin:
 * CHAT_ORIGIN, or else the opaque origin that the sandbox gives it (https://html.spec.whatwg.org/#attr-iframe-sandbox).
 */
export function chatFrame({ chatOrigin = '' }: Config['http']) {
  const sandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
  return { src: `${chatOrigin}${chatPath}`, sandbox: chatOrigin ? `${sandbox} allow-same-origin` : sandbox };
}

/** Serves the document of the chat's frame. Undefined without CHAT_WIDGET_SRC. */
export function chatRoute(http: Config['http']): Router | undefined {
  const { chatWidgetSource: scriptSource, chatOrigin } = http;
  if (!scriptSource) return undefined;
  const html = chatDocument(scriptSource);
  // Without PUBLIC_ORIGIN the site runs on the developer's machine.
  const pageOrigins = http.publicOriginIsSet ? [http.publicOrigin] : ['http://localhost:*', 'http://127.0.0.1:*'];
  const secure = ['https:', 'data:', 'blob:'];
  return Router({ caseSensitive: true, strict: true }).get(
    chatPath,
    // This policy is wide, because the vendor's script decides what it loads. The pages around the frame keep their own
    // policy. The sandbox directive applies even if the document is opened outside the frame.
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': [new URL(scriptSource).origin, 'https:'],
        'style-src': ['https:', "'unsafe-inline'"],
        'img-src': secure,
        'font-src': secure,
        'media-src': secure,
        'connect-src': ['https:', 'wss:'],
        'frame-src': ['https:'],
        'form-action': ['https:'],
        'base-uri': ["'none'"],
        'frame-ancestors': chatOrigin ? pageOrigins : ["'self'"],
        sandbox: chatFrame(http).sandbox.split(' '),
      },
    }),
    helmet.crossOriginOpenerPolicy({ policy: 'same-origin-allow-popups' }),
    (_request, response) => {
      // X-Frame-Options cannot allow another origin. For an opaque origin, Chromium warns if the header below is not `?0`.
      if (chatOrigin) response.removeHeader('X-Frame-Options');
      else response.set({ 'X-Frame-Options': 'SAMEORIGIN', 'Origin-Agent-Cluster': '?0' });
      response.set('Cache-Control', 'no-cache').type('html').send(html);
    },
  );
}

/** Serves the host of CHAT_ORIGIN. This host has no content but the chat, so the vendor's script can read nothing else. */
export function chatHost(chat: RequestHandler | undefined): Router {
  const router = Router();
  if (chat) router.use((request, response, next) => (isRead(request) ? chat(request, response, next) : next()));
  router.use((_request, response) => {
    response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
  });
  return router;
}

function chatDocument(scriptSource: string): string {
  return `<!doctype html>
<html lang="en-ZA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Live Chat | ${company.name}</title>
<style>:root{color-scheme:light dark}body{margin:1.25rem;font:1rem/1.6 system-ui,sans-serif}</style>
<p>The chat is loading. If nothing appears, please phone <a href="${phoneLink}" target="_blank" rel="noopener">${company.phone.display}</a>
or write on <a href="${messagingLink()}" target="_blank" rel="noopener">${company.messaging.name}</a>.</p>
<script src="${scriptSource.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" async></script>
</html>
`;
}
