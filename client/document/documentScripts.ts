import { pageStateId } from './pageState.ts';

/** The texts of the inline scripts that are part of the document. */
export type DocumentScripts = {
  /** Shows the visitor's theme before the first paint (themeScript.ts). */
  readonly theme: string;
  /** What search engines may know of the page, as JSON: https://schema.org */
  readonly structuredData: readonly string[];
  /** The page state, as JSON. */
  readonly pageState: string;
};

export const themeScriptId = 'theme-script';
export const structuredDataType = 'application/ld+json';

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** The texts that the server has rendered, so that the browser renders the same. */
export function readDocumentScripts(): DocumentScripts {
  const structuredData = document.querySelectorAll(`script[type="${structuredDataType}"]`);
  return {
    theme: textOf(themeScriptId),
    structuredData: Array.from(structuredData, ({ textContent }) => textContent ?? ''),
    pageState: textOf(pageStateId),
  };
}
