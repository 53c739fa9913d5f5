import { legalApproval } from '../ownerFacts.ts';

/** Shown above every legal document, on its page and in its PDF, until the owner has confirmed the approval. */
export const draftNotice = legalApproval.confirmed
  ? undefined
  : {
      heading: 'Draft for legal review',
      text:
        'This document is a draft. It is not legal advice and binds nobody yet. The operator of this website must ' +
        'have its own attorney review, adapt and approve it before anyone relies on it.',
    };
