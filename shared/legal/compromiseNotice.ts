import { breachNotice } from '../ownerFacts.ts';

/** How soon a client is told that its information was compromised, worded to precede `after`. */
export const compromiseNotice: string = breachNotice.confirmed
  ? `immediately, and at the latest ${breachNotice.value} hours`
  : 'immediately';
