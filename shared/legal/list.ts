/** In the order of the cards and the sitemap. What a document says and is called is in `texts/{id}.ts`. */
export const legalIds: readonly string[] = [
  'terms-of-service',
  'privacy-policy',
  'service-level-agreement',
  'data-processing-agreement',
  'acceptable-use-policy',
  'security-policy',
  'incident-response-policy',
  'business-associate-agreement',
];
