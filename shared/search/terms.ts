/** Words that say nothing about a page. The search ignores these words. */
const stopWords = wordsOf(
  'a am an and any are as at be but by can do does for from get have how i if in into is me my need not of on or our so some that the their them there these they this to us want was we what when where which who will with you your',
);

export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Removes the ending of a plural, so that `backups` finds `backup`. */
function singular(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/, '')
    .replace(/(?<=[^siu])s$/, '');
}

/** Each amount with its unit makes an additional term, so that a search for `8gb` finds 8 GB rather than eight cores. */
function amountsIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const amount = words[index - 1] ?? '';
    return /^([gt]b|cores?|users?)$/.test(word) && /^\p{N}/u.test(amount) ? [amount + singular(word)] : [];
  });
}

/**
 * The terms of a text, for the index and for queries: lower case, without accents and plural endings. Letters and digits
 * are separate terms, so that `cxn 3` finds `CXN3`. Stop words are left out.
 */
export function termsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/['’\p{M}]/gu, '')
    .toLowerCase()
    .replace(/\bgigs?\b/g, 'gb');
  const words = plain.match(/\p{L}+|\p{N}+/gu) ?? [];
  return [...words.filter((word) => !stopWords.has(word)).map(singular), ...amountsIn(words)];
}
