import { legalReview } from '../ownerFacts.ts';

/** A legal document's id and filename, and the date of its text. */
export function fileFacts(id: string) {
  return { id, filename: `${id}.pdf`, dated: legalReview.value } as const;
}
