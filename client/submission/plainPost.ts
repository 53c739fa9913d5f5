/** The performance mark that is set when the browser posts a form. */
const plainPostMark = 'plain post';

/** Milliseconds after which a submitted form is answered or its connection closed (server/connections.ts). */
export const answerTimeout = 15_000;

export function notePlainPost(): void {
  performance.mark(plainPostMark);
}

/** The page is restored from the back/forward cache: it waits for no answer. */
export function forgetPlainPost(): void {
  performance.clearMarks(plainPostMark);
}

/** Milliseconds in which a form that the browser posted may still be answered; zero or less if there is none. */
export function timeToAnswer(): number {
  const posted = performance.getEntriesByName(plainPostMark).at(-1);
  return posted ? posted.startTime + answerTimeout - performance.now() : 0;
}
