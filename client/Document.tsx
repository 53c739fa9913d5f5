import type { ReactNode } from 'react';
// Named by the styles in the head; imported so that the build puts it among the assets. It isn't preloaded: on a slow
// line its 19 KB would share the line with the page itself, and the fallback has its metrics.
import '../static/fonts/headings.woff2';
import { themeScript } from './theme/themeScript.ts';

/** The whole document. The server adds the styles to the head, and the structured data and the state to the end of the body. */
export const Document = ({ children }: { readonly children: ReactNode }) => (
  <html lang="en-ZA" data-theme="dark" suppressHydrationWarning>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content="#0a1120" suppressHydrationWarning />
      <meta name="color-scheme" content="dark light" />
      {/* The first frame waits for the header, which comes before #main: one painted in pieces would be seen moving.
          Chromium waits for #main to begin; by the letter it would wait for its end, a tenth of a second more.
          https://developer.mozilla.org/docs/Web/HTML/Reference/Attributes/rel#expect */}
      <link rel="expect" href="#main" blocking="render" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      {/** biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, whose hash is in the page's policy */}
      <script dangerouslySetInnerHTML={{ __html: themeScript }} suppressHydrationWarning />
    </head>
    <body>{children}</body>
  </html>
);
