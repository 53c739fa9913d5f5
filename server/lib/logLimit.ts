/**
 * Lets through one log line in `milliseconds`, for lines that strangers can cause as often as they like. Call the returned function
 * for each line. It returns undefined if the line must be left out, else how many lines were left out since the last written line.
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
