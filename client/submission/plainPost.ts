/** The performance mark that is set when the browser posts a form. */
const plainPostMark = 'plain post';
/** The performance mark that is set when the page is restored from the back/forward cache. */
const restoredMark = 'restored';

/** Milliseconds after which a submitted form is answered or its connection closed (server/connections.ts). */
export const answerTimeout = 15_000;

export function notePlainPost(): void {
  performance.mark(plainPostMark);
}

/** The page is restored from the back/forward cache: it waits for no answer, and its texts may have been sent. */
export function noteRestored(): void {
  performance.clearMarks(plainPostMark);
  performance.mark(restoredMark);
}

/** Whether the browser may have restored the texts of an earlier visit to this document. */
export function isRestored(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOld = navigation?.type === 'reload' || navigation?.type === 'back_forward';
  return isOld || performance.getEntriesByName(restoredMark).length > 0;
}

/** Milliseconds in which a form that the browser posted may still be answered; zero or less if there is none. */
export function timeToAnswer(): number {
  const posted = performance.getEntriesByName(plainPostMark).at(-1);
  return posted ? posted.startTime + answerTimeout - performance.now() : 0;
}
