import type { OwnerFact } from '../ownerFacts.ts';

/** Until this is confirmed, no promise links to the service level agreement. */
export const legalApproval: OwnerFact = { value: 'An attorney has approved the legal documents.', confirmed: false };

/** Shown above every legal document, on its page and in its PDF, until the owner has confirmed the approval. */
export const draftNotice = legalApproval.confirmed
  ? undefined
  : {
      heading: 'Draft',
      text: 'This document is being finalised; your written confirmation is what counts.',
    };
