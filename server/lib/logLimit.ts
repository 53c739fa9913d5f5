/** Lets one log line through in `milliseconds`. Returns undefined if a line must be left out, else how many were left out before. */
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
