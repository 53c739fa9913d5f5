import { commitments } from '../legal/commitments.ts';
import { minimumTerm } from '../optionalFacts.ts';
import type { Questions } from '../texts.ts';

// Questions about several services. The answers follow the legal documents.

export const term: Questions = {
  'How long are we bound?': minimumTerm
    ? `${minimumTerm} at least. After that, a monthly service runs until either of us gives ${commitments.endNoticeDays} days' written notice.`
    : `A monthly service runs until either of us gives ${commitments.endNoticeDays} days' written notice. If there is a minimum term, the confirmation that you accept states it.`,
};

export const responses: Questions = {
  'How quickly do you respond?':
    'By priority, so that a stopped server does not wait behind a slow printer. The times count in business hours and are part of your agreement. Cover outside these hours is agreed in the contract.',
};

export const identity: Questions = {
  'Why do you ask for proof of identity?':
    'The Regulation of Interception of Communications Act (RICA) requires it for connectivity and telephone services.',
};
