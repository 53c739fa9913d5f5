import { pageStateId } from '../early/pageState.ts';

/** Texts that the server generates. The browser reads them from the document, so the scripts do not contain them. */
export type DocumentTexts = {
  /** CSS that belongs to no component. */
  readonly globalStyles: string;
  /** The script at the start of the page (headScript.ts). */
  readonly headScript: string;
  /** Structured data for search engines, as JSON-LD: https://schema.org */
  readonly structuredData: readonly string[];
  /** The page state (pageState.ts), as JSON. */
  readonly pageState: string;
};

export const globalStylesId = 'global-styles';
export const headScriptId = 'head-script';
export const structuredDataType = 'application/ld+json';

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** Reads the texts that the server rendered, so that hydration renders the same document. */
export function readDocumentTexts(): DocumentTexts {
  const structuredData = document.querySelectorAll(`script[type="${structuredDataType}"]`);
  return {
    globalStyles: textOf(globalStylesId),
    headScript: textOf(headScriptId),
    structuredData: Array.from(structuredData, ({ textContent }) => textContent ?? ''),
    pageState: textOf(pageStateId),
  };
}
