export type DraftNotice = { readonly heading: string; readonly text: string };

/**
 * Shown above every legal document, on its page and in its PDF. Set it to `undefined` after an attorney has approved
 * the texts for the company that publishes them.
 */
export const draftNotice: DraftNotice | undefined = {
  heading: 'Draft for legal review',
  text:
    'This document is a draft. It is not legal advice and binds nobody yet. The operator of this website must have ' +
    'its own attorney review, adapt and approve it before anyone relies on it.',
};
