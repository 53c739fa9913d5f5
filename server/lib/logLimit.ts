/**
 * Limits a log line that strangers can cause at any rate: one line in each period. Call the returned function for each line. The
 * function returns undefined for a line to leave out, else the number of lines left out since the last written line.
 */
export function createLogLimit(milliseconds: number): () => number | undefined {
  let lastWritten = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return () => {
    if (performance.now() - lastWritten < milliseconds) {
      leftOut += 1;
      return undefined;
    }
    lastWritten = performance.now();
    const result = leftOut;
    leftOut = 0;
    return result;
  };
}
