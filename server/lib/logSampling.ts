/** Milliseconds in which so many like lines are all logged; of more, one in a hundred. */
const period = 10_000;
const allOf = 200;
const oneIn = 100;

/**
 * Of lines that a stranger can cause at any rate, a few are enough. Undefined: this one is left out. Else the number of
 * lines left out since the last one.
 */
export function createLogSampling(): () => number | undefined {
  let since = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let leftOut = 0;
  return () => {
    const now = performance.now();
    if (now - since >= period) {
      since = now;
      lines = 0;
    }
    lines += 1;
    if (lines > allOf && lines % oneIn > 0) {
      leftOut += 1;
      return undefined;
    }
    const before = leftOut;
    leftOut = 0;
    return before;
  };
}
