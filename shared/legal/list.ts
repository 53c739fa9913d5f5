/** What the cards, the sitemap and the downloads know of a legal document, without its text. */
export type LegalListing = {
  readonly id: string;
  readonly title: string;
  /** One sentence for the card: what the document governs. */
  readonly description: string;
  readonly filename: string;
  /** `major.minor`, raised with every change of the text. */
  readonly version: string;
  /** ISO date of the last quarterly review. */
  readonly reviewed: string;
};

/** Every review covers all the documents, so its date is stated once. */
const lastReview = '2026-10-01';

/** In the order of the cards and the sitemap. A document's text is in `texts/{id}.ts`. */
const facts = [
  {
    id: 'terms-of-service',
    title: 'Terms of Service',
    description: 'How a request becomes a contract, what it costs, and what each of us owes the other.',
    version: '1.0',
  },
  {
    id: 'privacy-policy',
    title: 'Privacy Policy',
    description: 'Which personal information we collect, why, for how long, and the rights POPIA gives you.',
    version: '1.0',
  },
  {
    id: 'service-level-agreement',
    title: 'Service Level Agreement',
    description: 'The uptime and response times we commit to, and your credits when we miss them.',
    version: '1.0',
  },
  {
    id: 'data-processing-agreement',
    title: 'Data Processing Agreement',
    description: 'How we process personal information on your behalf, as your operator under POPIA.',
    version: '1.0',
  },
  {
    id: 'acceptable-use-policy',
    title: 'Acceptable Use Policy',
    description: 'What may not be done with our services, how to report abuse, and what we do about it.',
    version: '1.0',
  },
  {
    id: 'security-policy',
    title: 'Security Policy',
    description: 'The safeguards we apply to systems and information, and how to report a weakness to us.',
    version: '1.0',
  },
  {
    id: 'incident-response-policy',
    title: 'Incident Response Policy',
    description: 'What we do when something goes wrong, whom we tell, and how quickly.',
    version: '1.0',
  },
  {
    id: 'business-associate-agreement',
    title: 'Business Associate Agreement',
    description: 'Extra duties for clients who keep health information with us, under HIPAA and POPIA.',
    version: '1.0',
  },
];

export const legalList: readonly LegalListing[] = facts.map((fact) => ({
  ...fact,
  filename: `${fact.id}.pdf`,
  reviewed: lastReview,
}));

/** Throws where no document has this id. */
export function legalListing(id: string): LegalListing {
  const listing = legalList.find((candidate) => candidate.id === id);
  if (!listing) throw new Error(`No legal document is called ${id}`);
  return listing;
}
