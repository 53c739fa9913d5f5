import { legalApproval } from '../ownerFacts.ts';

/** Shown above every legal document, on its page and in its PDF, until the owner has confirmed the approval. */
export const draftNotice = legalApproval.confirmed
  ? undefined
  : {
      heading: 'Draft',
      text: 'This document is being finalised; your written confirmation is what counts.',
    };
