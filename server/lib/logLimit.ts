/**
 * Limits log lines that strangers can cause at any rate to `lines` in a period. Call the returned function for each line.
 * It returns undefined for a line to leave out, else the number of lines left out since the last one that was written.
 */
export function createLogLimit(lines: number, milliseconds: number): () => number | undefined {
  let periodBegan = Number.NEGATIVE_INFINITY;
  let written = 0;
  let leftOut = 0;
  return () => {
    if (performance.now() - periodBegan >= milliseconds) {
      periodBegan = performance.now();
      written = 0;
    }
    if (written === lines) {
      leftOut += 1;
      return undefined;
    }
    written += 1;
    const before = leftOut;
    leftOut = 0;
    return before;
  };
}
