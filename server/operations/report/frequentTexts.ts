/** Counts of the most frequent texts in fixed memory, however many different ones strangers send. */
export type FrequentTexts = {
  add(text: string): void;
  readonly total: number;
  /** The most by which a count is too low; 0 while all texts fit. */
  readonly error: number;
  /** The most frequent first. */
  top(amount: number): readonly (readonly [text: string, count: number])[];
};

/**
 * The algorithm of Misra and Gries: a text with more than `total / (capacity + 1)` occurrences is always among those
 * kept. https://doi.org/10.1016/0167-6423(82)90012-0
 */
export function newFrequentTexts(capacity: number): FrequentTexts {
  const counts = new Map<string, number>();
  let total = 0;
  let error = 0;
  return {
    get total() {
      return total;
    },
    get error() {
      return error;
    },
    add: (text) => {
      total += 1;
      const count = counts.get(text);
      if (count !== undefined || counts.size < capacity) {
        counts.set(text, (count ?? 0) + 1);
        return;
      }
      error += 1;
      for (const [kept, many] of counts)
        if (many === 1) counts.delete(kept);
        else counts.set(kept, many - 1);
    },
    top: (amount) =>
      [...counts].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1)).slice(0, amount),
  };
}
