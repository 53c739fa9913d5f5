import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';

/** Header fields by name. */
export type Headers = { readonly [name: string]: string };

const self = "'self'";
const none = "'none'";
/** https://docs.hcaptcha.com/#content-security-policy-settings */
const hCaptchaHosts = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** The Content-Security-Policy with these directives: https://www.w3.org/TR/CSP3/#framework-policy */
export function contentSecurityPolicy(directives: { readonly [name: string]: readonly string[] }): Headers {
  const texts = Object.entries(directives).map(([name, values]) => [name, ...values].join(' '));
  return { 'Content-Security-Policy': texts.join(';') };
}

/** The security headers of every answer. A page replaces the Content-Security-Policy with its own. */
export function securityHeaders({ publicOrigin }: Config['http']): Headers {
  return {
    ...contentSecurityPolicy({ 'default-src': [none], 'frame-ancestors': [none] }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    // `no-referrer` would make browsers send `Origin: null` with form posts.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // Two years, in seconds.
    ...(isHttps(publicOrigin) && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

export type InlineTexts = {
  /** The text content of the page's inline `script` and `style` elements. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
};

/** The Content-Security-Policy of a page. It allows the page's inline scripts and styles by hash. */
export function pagePolicy(http: Config['http'], usesHCaptcha: boolean): (texts: InlineTexts) => Headers {
  const { sentryDsn, chatWidgetSource, chatOrigin } = http;
  // All pages may load from the same hosts, because a client navigation keeps the policy of the first document.
  const captcha = usesHCaptcha ? hCaptchaHosts : [];
  const chat = chatWidgetSource && chatOrigin ? [chatOrigin] : [];
  const reports = sentryDsn ? [new URL(sentryDsn).origin] : [];
  return ({ inlineScripts, inlineStyles }) =>
    contentSecurityPolicy({
      'default-src': [none],
      'script-src': [self, ...inlineScripts.map(hashSource), ...captcha],
      // In the browser Emotion adds an empty style element, and inserts its rules by script.
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
    });
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function isHttps(origin: string): boolean {
  return origin.startsWith('https:');
}
