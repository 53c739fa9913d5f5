import { pageStateId } from './pageState.ts';

/** What only the server knows of the document. The browser reads it from the page, so no script repeats it. */
export type DocumentTexts = {
  /** The styles that belong to no component. */
  readonly globalStyles: string;
  /** The address of the page's icon, a data URL. */
  readonly icon: string;
  /** Shows the visitor's theme before the first paint (themeScript.ts). */
  readonly themeScript: string;
  /** What search engines may know of the page, as JSON: https://schema.org */
  readonly structuredData: readonly string[];
  /** The page state, as JSON. */
  readonly pageState: string;
};

export const globalStylesId = 'global-styles';
export const iconId = 'icon';
export const themeScriptId = 'theme-script';
export const structuredDataType = 'application/ld+json';

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** Reads the texts that the server has rendered, so that the browser renders the same. */
export function readDocumentTexts(): DocumentTexts {
  const structuredData = document.querySelectorAll(`script[type="${structuredDataType}"]`);
  return {
    globalStyles: textOf(globalStylesId),
    icon: document.getElementById(iconId)?.getAttribute('href') ?? '',
    themeScript: textOf(themeScriptId),
    structuredData: Array.from(structuredData, ({ textContent }) => textContent ?? ''),
    pageState: textOf(pageStateId),
  };
}
