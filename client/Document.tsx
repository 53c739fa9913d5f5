import { Global } from '@emotion/react';
import type { ReactNode } from 'react';
// Named by the start script alone; imported so that the build puts it among the assets.
import '../static/fonts/headings.woff2';
import { globalStyles } from './theme/globalStyles.ts';
import { themeScript } from './theme/themeScript.ts';

/**
 * The whole document. The server adds the styles and the icons to the head, and the structured data and the state to the
 * end of the body.
 */
export function Document({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en-ZA" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0a1120" suppressHydrationWarning />
        <meta name="color-scheme" content="dark light" />
        {/* The first frame waits for the header, whose last part is the closed menu: one painted in pieces would be seen
          moving. https://developer.mozilla.org/docs/Web/HTML/Reference/Attributes/rel#expect */}
        <link rel="expect" href="#mobile-menu" blocking="render" />
        {/** biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, whose hash is in the page's policy */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} suppressHydrationWarning />
      </head>
      <body>
        <Global styles={globalStyles} />
        {children}
      </body>
    </html>
  );
}
