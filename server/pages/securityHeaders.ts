import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../config.ts';

export type PolicyOptions = {
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
  /** Whether the site is reached by https, so that browsers may be told to stay there. */
  readonly https: boolean;
  /** The hosts that the configuration lets a page reach beyond its own. */
  readonly opened: OpenedHosts;
};

/** By directive. They stand in every page's policy, because a client navigation keeps the first document's. */
export type OpenedHosts = { readonly [Directive in 'script' | 'style' | 'frame' | 'connect']: readonly string[] };

/** https://docs.hcaptcha.com/#content-security-policy-settings */
const hCaptchaHosts = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

export function openedHosts({
  hCaptcha,
  sentryDsn,
  chatWidgetSource,
  chatOrigin,
}: Pick<Config, 'hCaptcha' | 'sentryDsn' | 'chatWidgetSource' | 'chatOrigin'>): OpenedHosts {
  const captcha = hCaptcha ? hCaptchaHosts : [];
  const chat = chatWidgetSource && chatOrigin ? [chatOrigin] : [];
  const reports = sentryDsn ? [new URL(sentryDsn).origin] : [];
  return { script: captcha, style: captcha, frame: [...captcha, ...chat], connect: [...captcha, ...reports] };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
const self = "'self'";
const none = "'none'";

/**
 * The security headers of a page: helmet's, with a policy that knows the page's inline texts by their hashes. They
 * depend on nothing but the page, so helmet runs once a page and not once a request.
 */
export function pageSecurityHeaders({
  inlineScripts,
  inlineStyles,
  https,
  opened,
}: PolicyOptions): Record<string, string> {
  return collectHeaders(
    helmet({
      contentSecurityPolicy: {
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
          ...(https ? { 'upgrade-insecure-requests': [] } : {}),
        },
      },
      ...commonOptions(https),
    }),
  );
}

/** The security headers of everything that is not a page. */
export function plainSecurityHeaders(https: boolean): Record<string, string> {
  return collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': [none], 'frame-ancestors': [none] },
      },
      ...commonOptions(https),
    }),
  );
}

function commonOptions(https: boolean) {
  return {
    strictTransportSecurity: https ? { maxAge: 2 * 365 * 24 * 60 * 60 } : false,
    // `no-referrer` would make browsers send `Origin: null` with form posts.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    xFrameOptions: { action: 'deny' as const },
    // For browsers and plug-ins that are gone; each would cost every answer its bytes.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}

function collectHeaders(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  };
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = String(value);
    },
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
