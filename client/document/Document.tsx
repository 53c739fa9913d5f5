import type { ReactNode } from 'react';
import { endpoints } from '../../shared/paths.ts';
// Only inline scripts and styles use this font. The import makes webpack emit the font as a client asset.
import '../../static/fonts/headings.woff2';
import favicon from '../../static/favicon.svg';
import { pageStateId } from '../early/pageState.ts';
import printStyles from '../theme/print.css';

/** Texts that the server generates. The browser reads these texts from the document, so that no script repeats them. */
export type DocumentTexts = {
  readonly globalStyles: string;
  readonly headScript: string;
  /** Structured data for search engines, as JSON-LD: https://schema.org. Empty if the page has no structured data. */
  readonly structuredData: string;
  readonly pageState: string;
};

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** Reads the texts that the server rendered, so that hydration renders the same document. */
export function readDocumentTexts(): DocumentTexts {
  return {
    globalStyles: textOf('global-styles'),
    headScript: textOf('head-script'),
    structuredData: textOf('structured-data'),
    pageState: textOf(pageStateId),
  };
}

function InlineScript({
  text,
  ...attributes
}: {
  readonly id?: string;
  readonly type?: string;
  readonly text: string;
}) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: text from the server, with `<` escaped in JSON
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: text }} />;
}

/** The HTML document around every page. React hydrates the whole document. */
export function Document({ texts, children }: { readonly texts: DocumentTexts; readonly children: ReactNode }) {
  const { globalStyles, headScript, structuredData, pageState } = texts;
  return (
    <html lang="en-ZA" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* A phone's keyboard shrinks the page, so that a dialog fits above the keyboard. */}
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="theme-color" content="#0a1120" suppressHydrationWarning />
        {/* Delays the first paint until the header is complete, so that nothing in the header visibly moves. The menu is
          the header's last element. https://developer.mozilla.org/docs/Web/HTML/Reference/Attributes/rel#expect */}
        <link rel="expect" href="#mobile-menu" blocking="render" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={endpoints.manifest} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text from the server */}
        <style id="global-styles" dangerouslySetInnerHTML={{ __html: globalStyles }} />
        <link rel="stylesheet" href={printStyles} media="print" />
        <InlineScript id="head-script" text={headScript} />
      </head>
      <body>
        {children}
        {/* On a slow connection, each kilobyte before the content delays the content by 20 ms. So these scripts come after it. */}
        {structuredData ? <InlineScript id="structured-data" type="application/ld+json" text={structuredData} /> : null}
        <InlineScript id={pageStateId} type="application/json" text={pageState} />
      </body>
    </html>
  );
}
