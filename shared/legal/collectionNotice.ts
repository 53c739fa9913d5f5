import { company } from '../company.ts';
import { submissionDays } from '../submission.ts';
import { regulatorName } from './informationRegulator.ts';

/** The notice on every form that collects personal information (POPIA, section 18). The privacy policy has the details. */
export const collectionNotice = {
  text: `${company.legalName} uses what you enter here only to answer you and to prepare what you ask for, and erases it at most ${submissionDays} days after it has reached our team. Giving it is voluntary. You may ask to see, correct or delete it, object to its use, or complain to ${regulatorName}.`,
  documents: ['privacy-policy', 'terms-of-service'],
} as const;
