import { pageStateId } from '../early/pageState.ts';

/** Texts that the server generates. The browser reads these texts from the document, so that no script repeats them. */
export type DocumentTexts = {
  readonly globalStyles: string;
  readonly headScript: string;
  /** Structured data for search engines, as JSON-LD: https://schema.org. Empty if the page has no structured data. */
  readonly structuredData: string;
  readonly pageState: string;
};

export const globalStylesId = 'global-styles';
export const headScriptId = 'head-script';
export const structuredDataId = 'structured-data';

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** Reads the texts that the server rendered, so that hydration renders the same document. */
export function readDocumentTexts(): DocumentTexts {
  return {
    globalStyles: textOf(globalStylesId),
    headScript: textOf(headScriptId),
    structuredData: textOf(structuredDataId),
    pageState: textOf(pageStateId),
  };
}
