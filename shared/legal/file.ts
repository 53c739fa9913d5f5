/** Every review covers all the documents, so its date is stated once. */
const lastReview = '2026-10-01';

/** A legal document's id and filename, and the ISO date of its last quarterly review. */
export function fileFacts(id: string) {
  return { id, filename: `${id}.pdf`, reviewed: lastReview } as const;
}
