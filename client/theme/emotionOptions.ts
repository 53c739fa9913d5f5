/** Emotion's cache options. No plugins: the default plugin adds vendor prefixes, which no supported browser needs. */
export const emotionOptions = { key: 'css', stylisPlugins: [] };

/** Marks the styles. Emotion would move an element with its own attribute, and the browser would restyle the page. */
export const stylesAttribute = 'data-styles';
