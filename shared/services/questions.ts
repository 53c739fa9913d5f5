import type { Question } from '../hosting/questions.ts';
import { commitments } from '../legal/commitments.ts';
import { minimumTerm } from '../optionalFacts.ts';

// Questions about several services. The answers follow the legal documents.

export const term: Question = {
  question: 'How long are we bound?',
  answer: minimumTerm
    ? `${minimumTerm} at least. After that, a monthly service runs until either of us gives ${commitments.endNoticeDays} days' written notice.`
    : `A monthly service runs until either of us gives ${commitments.endNoticeDays} days' written notice. If there is a minimum term, the confirmation that you accept states it.`,
};

export const responses: Question = {
  question: 'How quickly do you respond?',
  answer:
    'By priority, so that a stopped server does not wait behind a slow printer. The times count in business hours and are part of your agreement. Cover outside these hours is agreed in the contract.',
};

export const identity: Question = {
  question: 'Why do you ask for proof of identity?',
  answer:
    'The Regulation of Interception of Communications Act (RICA) requires it for connectivity and telephone services.',
};
