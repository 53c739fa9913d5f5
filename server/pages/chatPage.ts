import { company } from '../../shared/company.ts';
import { type Representation, represent } from './representation.ts';

/**
 * The frame that holds the live chat. The vendor's script decides what it loads, so this address alone is opened for it;
 * the pages around the frame keep their own policy.
 */
export const chatPage = (scriptSource: string, securityHeaders: Readonly<Record<string, string>>): Representation => {
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
    "frame-ancestors 'self'",
  ].join(';');
  const html = `<!doctype html>
<html lang="en-ZA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Live Chat | ${company.name}</title>
<p>The chat is loading. If nothing appears, please phone ${company.phone.display}.</p>
<script src="${escapeAttribute(scriptSource)}" async></script>
</html>
`;
  return represent(Buffer.from(html), {
    ...securityHeaders,
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
  });
};

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
