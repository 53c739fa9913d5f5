/** Emotion's cache options. No plugins: the default plugin adds vendor prefixes, which no supported browser needs. */
export const emotionOptions = { key: 'css', stylisPlugins: [] };

/**
 * Marks a page's style element. With Emotion's own attribute, Emotion would move the element, and the browser would compute the
 * styles of the whole page again.
 */
export const stylesAttribute = 'data-styles';
