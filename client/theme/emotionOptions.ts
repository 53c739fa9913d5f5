/** Emotion's cache options on the server and in the browser. No vendor prefixes: no supported browser needs them. */
export const emotionOptions = { key: 'css', stylisPlugins: [] };

/**
 * Marks a page's style element. Not Emotion's own attribute: Emotion would move the element, and the browser then computes
 * the styles of the whole page again.
 */
export const stylesAttribute = 'data-styles';
