import { company } from '../../shared/company.ts';
import { messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { chatPath } from '../../shared/paths.ts';
import type { Config } from '../config.ts';
import { type Representation, represent } from './representation.ts';

/**
 * The frame that holds the live chat. Without an origin of its own it gets an opaque one from its sandbox, so that the
 * vendor's script can neither read nor change the pages: https://html.spec.whatwg.org/#attr-iframe-sandbox
 */
export function chatFrame({ chatOrigin = '' }: Pick<Config, 'chatOrigin'>) {
  return {
    src: `${chatOrigin}${chatPath}`,
    sandbox: [
      'allow-scripts',
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      ...(chatOrigin ? ['allow-same-origin'] : []),
    ].join(' '),
  };
}

/** Whose pages may frame the chat that has another origin than they. Without PUBLIC_ORIGIN the site is tried on one machine. */
function ownOrigins({ publicOrigin, publicOriginIsSet }: Pick<Config, 'publicOrigin' | 'publicOriginIsSet'>): string {
  return publicOriginIsSet ? publicOrigin : 'http://localhost:* http://127.0.0.1:*';
}

/**
 * The frame's document. The vendor's script decides what it loads, so this address alone is opened for it; the pages
 * around the frame keep their own policy. Opened outside the frame, it has the same sandbox.
 */
export function chatPage(
  scriptSource: string,
  config: Pick<Config, 'chatOrigin' | 'publicOrigin' | 'publicOriginIsSet'>,
  securityHeaders: Readonly<Record<string, string>>,
): Representation {
  const secure = ['https:', 'data:', 'blob:'].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src ${new URL(scriptSource).origin} https:`,
    "style-src https: 'unsafe-inline'",
    `img-src ${secure}`,
    `font-src ${secure}`,
    `media-src ${secure}`,
    'connect-src https: wss:',
    'frame-src https:',
    'form-action https:',
    "base-uri 'none'",
    `frame-ancestors ${config.chatOrigin ? ownOrigins(config) : "'self'"}`,
    `sandbox ${chatFrame(config).sandbox}`,
  ].join(';');
  const html = `<!doctype html>
<html lang="en-ZA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Live Chat | ${company.name}</title>
<style>:root{color-scheme:light dark}body{margin:1.25rem;font:1rem/1.6 system-ui,sans-serif}</style>
<p>The chat is loading. If nothing appears, please phone <a href="${phoneLink}" target="_blank" rel="noopener">${company.phone.display}</a>
or write on <a href="${messagingLink()}" target="_blank" rel="noopener">${company.messaging.name}</a>.</p>
<script src="${escapeAttribute(scriptSource)}" async></script>
</html>
`;
  const { 'X-Frame-Options': _, ...headers } = securityHeaders;
  return represent(Buffer.from(html), {
    ...headers,
    'Content-Security-Policy': policy,
    // X-Frame-Options can't name another origin. An opaque origin has its own agent cluster; Chromium warns of `?1`.
    ...(config.chatOrigin ? {} : { 'X-Frame-Options': 'SAMEORIGIN', 'Origin-Agent-Cluster': '?0' }),
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
  });
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
