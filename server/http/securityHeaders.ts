import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export type Headers = { readonly [name: string]: string };

const self = "'self'";
const none = "'none'";
/** The hosts from which hCaptcha loads scripts, styles and frames: https://docs.hcaptcha.com/#content-security-policy-settings */
const hCaptchaHosts = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** The headers that a middleware of helmet sets. All names are in lower case. */
function headersOf(middleware: Middleware): Headers {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders() as Headers;
}

/** The security headers of every response. A page replaces the Content-Security-Policy with its own. */
export function securityHeaders({ publicOrigin, hstsSubdomains }: Config['http']): Headers {
  return {
    ...headersOf(
      helmet({
        contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': [none], 'frame-ancestors': [none] } },
        strictTransportSecurity: isHttps(publicOrigin) && {
          maxAge: 2 * 365 * 24 * 60 * 60,
          includeSubDomains: hstsSubdomains,
        },
        // `no-referrer` would make browsers send `Origin: null` with form posts, and the site would refuse these posts.
        referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
        xFrameOptions: { action: 'deny' },
        // X-DNS-Prefetch-Control is not standard. The other three are for old browsers, and for Adobe's plug-ins.
        xDnsPrefetchControl: false,
        xDownloadOptions: false,
        xPermittedCrossDomainPolicies: false,
        xXssProtection: false,
      }),
    ),
    // helmet does not set this header: https://helmetjs.github.io/faq/permissions-policy/
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  };
}

export type InlineTexts = {
  /** The text content of the page's inline `script` and `style` elements. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
};

/** The Content-Security-Policy of a page, as a header. The policy allows the page's inline scripts and styles by hash. */
export function pagePolicy(http: Config['http'], usesHCaptcha: boolean): (texts: InlineTexts) => Headers {
  const { sentryDsn, chatWidgetSource, chatOrigin } = http;
  // All pages may load from the same hosts, because a client navigation keeps the policy of the first document.
  const captcha = usesHCaptcha ? hCaptchaHosts : [];
  const chat = chatWidgetSource && chatOrigin ? [chatOrigin] : [];
  const reports = sentryDsn ? [new URL(sentryDsn).origin] : [];
  return ({ inlineScripts, inlineStyles }) =>
    headersOf(
      helmet.contentSecurityPolicy({
        useDefaults: false,
        directives: {
          'default-src': [none],
          'script-src': [self, ...inlineScripts.map(hashSource), ...captcha],
          // The empty text is for Emotion. In the browser, Emotion adds an empty style element, and inserts rules by script.
          'style-src': [self, ...inlineStyles.map(hashSource), hashSource(''), ...captcha],
          'img-src': [self, 'data:'],
          'font-src': [self],
          'connect-src': [self, ...captcha, ...reports],
          'worker-src': [self],
          'frame-src': [self, ...captcha, ...chat],
          'manifest-src': [self],
          'form-action': [self],
          'base-uri': [none],
          'frame-ancestors': [none],
          'object-src': [none],
          ...(isHttps(http.publicOrigin) && { 'upgrade-insecure-requests': [] }),
        },
      }),
    );
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function isHttps(origin: string): boolean {
  return origin.startsWith('https:');
}
