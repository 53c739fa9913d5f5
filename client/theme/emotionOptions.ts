/** Emotion's cache options on the server and in the browser. No vendor prefixes: no supported browser needs them. */
export const emotionOptions = { key: 'css', stylisPlugins: [] };

/**
 * The attribute of a page's style element that lists the names of its styles. With Emotion's own attribute, Emotion would move
 * the element, and the browser would compute the styles of the whole page again.
 */
export const stylesAttribute = 'data-styles';
