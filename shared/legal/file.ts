/** Every review covers all the documents, so its date is stated once. */
const lastReview = '2026-10-01';

/** What follows from a legal document's id, and the ISO date of its last quarterly review. */
export function fileFacts(id: string) {
  return { id, filename: `${id}.pdf`, reviewed: lastReview } as const;
}
