/** The ids of all documents, in the order of the cards and the sitemap. A document's text is in `texts/{id}.ts`. */
export const legalIds = [
  'terms-of-service',
  'privacy-policy',
  'service-level-agreement',
  'data-processing-agreement',
  'acceptable-use-policy',
  'security-policy',
  'incident-response-policy',
  'business-associate-agreement',
] as const;

export type LegalId = (typeof legalIds)[number];

/** The title of a document, by its id: `Terms of Service`. */
export function legalTitle(id: string): string {
  return id.replaceAll('-', ' ').replace(/\b(?!of\b)\w/g, (letter) => letter.toUpperCase());
}
