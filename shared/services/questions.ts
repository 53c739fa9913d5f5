import { commitments } from '../legal/commitments.ts';
import { minimumTerm } from '../optionalFacts.ts';

// Questions about several services, as lines of a table (`pointsOf`). The answers follow the legal documents.

const runsUntil = `monthly service runs until either of us gives ${commitments.endNoticeDays} days' written notice.`;
const bound = minimumTerm
  ? `${minimumTerm} at least. After that, a ${runsUntil}`
  : `A ${runsUntil} If there is a minimum term, the confirmation that you accept states it.`;

export const term = `How long are we bound? | ${bound}`;
export const responses =
  'How quickly do you respond? | By priority, so that a stopped server does not wait behind a slow printer. The times count in business hours and are part of your agreement (Service Level Agreement, section 5). Cover outside these hours is agreed in the contract.';
export const agreements =
  'Our Data Processing Agreement is the contract that section 21 of POPIA asks for; for health information, ask us for the Business Associate Agreement first.';
export const access = `Do you see our clients' data? | We open a server, a mailbox or files only for a task that you ask for or that the agreement allows (Security Policy). ${agreements}`;
export const monthlyPrice =
  'What does it cost? | A monthly price in rand, which the proposal states together with the scope and the service levels.';
export const identity =
  'Why do you ask for proof of identity? | The Regulation of Interception of Communications Act (RICA) requires it for connectivity and telephone services.';
