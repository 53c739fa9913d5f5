import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from './config.ts';

/** Middleware, for Express as for a plain server. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

const self = "'self'";
const none = "'none'";

/** The security headers of every answer. A page replaces the content security policy by its own. */
export function securityHeaders({ publicOrigin }: Pick<Config, 'publicOrigin'>): Middleware[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': [none], 'frame-ancestors': [none] },
      },
      strictTransportSecurity: isHttps(publicOrigin) ? { maxAge: 2 * 365 * 24 * 60 * 60 } : false,
      // `no-referrer` would make browsers send `Origin: null` with form posts.
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
      // For browsers and plug-ins that are gone; each would cost every answer its bytes.
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
    // Not among helmet's: https://helmetjs.github.io/faq/permissions-policy/
    (_request, response, next) => {
      response.setHeader(
        'Permissions-Policy',
        'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
      );
      next();
    },
  ];
}

export type InlineTexts = {
  /** The texts of the page's inline scripts and styles, as they stand between their tags. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
};

/** The content security policy of a page, which names its inline texts by their hashes. */
export function pagePolicy(config: PolicyConfig): (texts: InlineTexts) => Middleware {
  const opened = openedHosts(config);
  return ({ inlineScripts, inlineStyles }) =>
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        'default-src': [none],
        'script-src': [self, ...inlineScripts.map(hashSource), ...opened.script],
        // Emotion's style elements of the browser are empty: their rules are set by script.
        'style-src': [self, ...inlineStyles.map(hashSource), hashSource(''), ...opened.style],
        'img-src': [self, 'data:'],
        'font-src': [self],
        'connect-src': [self, ...opened.connect],
        'worker-src': [self],
        'frame-src': [self, ...opened.frame],
        'manifest-src': [self],
        'form-action': [self],
        'base-uri': [none],
        'frame-ancestors': [none],
        'object-src': [none],
        ...(isHttps(config.publicOrigin) ? { 'upgrade-insecure-requests': [] } : {}),
      },
    });
}

type PolicyConfig = Pick<Config, 'publicOrigin' | 'hCaptcha' | 'sentryDsn' | 'chatWidgetSource' | 'chatOrigin'>;

/** https://docs.hcaptcha.com/#content-security-policy-settings */
const hCaptchaHosts = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/**
 * The hosts that the configuration lets a page reach beyond its own, by directive. They stand in every page's policy,
 * because a client navigation keeps the first document's.
 */
function openedHosts({ hCaptcha, sentryDsn, chatWidgetSource, chatOrigin }: PolicyConfig) {
  const captcha = hCaptcha ? hCaptchaHosts : [];
  const chat = chatWidgetSource && chatOrigin ? [chatOrigin] : [];
  const reports = sentryDsn ? [new URL(sentryDsn).origin] : [];
  return { script: captcha, style: captcha, frame: [...captcha, ...chat], connect: [...captcha, ...reports] };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function isHttps(origin: string): boolean {
  return origin.startsWith('https:');
}
