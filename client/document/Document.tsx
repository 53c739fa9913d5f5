import type { ReactNode } from 'react';
import { endpoints } from '../../shared/paths.ts';
// Only inline scripts and styles use this font. The import makes webpack emit the font as a client asset.
import '../../static/fonts/headings.woff2';
import favicon from '../../static/favicon.svg';
import { pageStateId } from '../early/pageState.ts';
import printStyles from '../theme/print.css';
import { type DocumentTexts, globalStylesId, headScriptId, structuredDataId } from './documentTexts.ts';

type InlineScriptProps = { readonly id?: string; readonly type?: string; readonly text: string };

function InlineScript({ text, ...attributes }: InlineScriptProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: text from the server, with `<` escaped in JSON
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: text }} />;
}

type DocumentProps = { readonly texts: DocumentTexts; readonly children: ReactNode };

/** The HTML document around every page. React hydrates the whole document. */
export function Document({ texts, children }: DocumentProps) {
  const { globalStyles, headScript, structuredData, pageState } = texts;
  return (
    <html lang="en-ZA" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* A phone's keyboard shrinks the page, so that a dialog fits above the keyboard. */}
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="theme-color" content="#0a1120" suppressHydrationWarning />
        <meta name="color-scheme" content="dark light" />
        {/* Delays the first paint until the header is complete, so that nothing in the header visibly moves. The menu is
          the header's last element. https://developer.mozilla.org/docs/Web/HTML/Reference/Attributes/rel#expect */}
        <link rel="expect" href="#mobile-menu" blocking="render" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={endpoints.manifest} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text from the server */}
        <style id={globalStylesId} dangerouslySetInnerHTML={{ __html: globalStyles }} />
        <link rel="stylesheet" href={printStyles} media="print" />
        <InlineScript id={headScriptId} text={headScript} />
      </head>
      <body>
        {children}
        {/* On a slow connection, each kilobyte before the content delays the content by 20 ms. So these scripts come after it. */}
        {structuredData ? (
          <InlineScript id={structuredDataId} type="application/ld+json" text={structuredData} />
        ) : null}
        <InlineScript id={pageStateId} type="application/json" text={pageState} />
      </body>
    </html>
  );
}
