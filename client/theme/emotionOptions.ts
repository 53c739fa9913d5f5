/** Emotion's cache options on the server and in the browser. No vendor prefixes: no supported browser needs them. */
export const emotionOptions = { key: 'css', stylisPlugins: [] };

/**
 * The attribute of a page's style element with the names of its styles. Not Emotion's own: Emotion would move the element,
 * and the browser then computes the styles of the whole page again.
 */
export const stylesAttribute = 'data-styles';
